import Foundation
import PatternGrid
import TestSupport
import Testing

/// Patterns at random: all alike, by Pearson's chi-square over draws from a fixed seed.
struct RandomPatternTests {
    /// Draws patterns from a seed.
    private final class Draws {
        let space: PatternSpace
        private var numbers: RandomNumbers<Never>

        init(side: Int, seed: UInt64) throws {
            space = PatternSpace(grid: try Grid.sized(side))
            var generator = SeededRandom(seed: seed)
            numbers = RandomNumbers { generator.next() }
        }

        func next(
            _ length: PatternSpace.RandomLength, where isAllowed: (Pattern) -> Bool = { _ in true }
        ) -> Pattern? {
            space.random(length, using: &numbers, where: isAllowed)
        }
    }

    /// Benchmarks/space.sh draws ten million.
    @Test func drawsEachPatternOfLength4AsOften() throws {
        let draws = try Draws(side: 3, seed: 4)
        var counts: [Int: Int] = [:]
        let total = 200_000
        for _ in 0..<total {
            let pattern = try #require(draws.next(.exactly(4)))
            counts[pattern.plain.reduce(0) { $0 * 10 + $1 }, default: 0] += 1
        }
        #expect(counts.count == 1624)
        #expect(Fit(counts.values.map { ($0, 1) }).probability > 0.001)
    }

    @Test(arguments: 4...9)
    func startsByExactShares(length: Int) throws {
        var shares = [Int](repeating: 0, count: 9)
        PatternSpace(grid: .phone).forEach(lengths: length...length) { shares[Int($0[0].number) - 1] += 1 }
        let draws = try Draws(side: 3, seed: UInt64(length))
        var counts = [Int](repeating: 0, count: 9)
        for _ in 0..<20_000 {
            let pattern = try #require(draws.next(.exactly(length)))
            try #require(pattern.nodes.count == length)
            counts[Int(pattern.nodes[0].number) - 1] += 1
        }
        #expect(Fit(zip(counts, shares)).probability > 0.001)
    }

    /// All patterns of the lengths alike, so lengths come by how many patterns they have.
    @Test(arguments: [(3, 4), (3, 6), (3, 9), (4, 4), (4, 13)])
    func lengthsByExactShares(side: Int, least: Int) throws {
        let shares = PatternSpace(grid: try Grid.sized(side)).counts(upTo: side * side)
        let draws = try Draws(side: side, seed: UInt64(side * 100 + least))
        var counts = [Int](repeating: 0, count: side * side)
        for _ in 0..<20_000 {
            counts[try #require(draws.next(.atLeast(least))).nodes.count - 1] += 1
        }
        #expect(counts.prefix(least - 1).allSatisfy { $0 == 0 })
        #expect(Fit(zip(counts, shares).dropFirst(least - 1)).probability > 0.001)
    }

    /// On every grid and of every length, none that a finger can't draw.
    @Test(arguments: Grid.all.flatMap { grid in (4...grid.nodeCount).map { (grid.side, $0) } })
    func drawsLegalPatterns(side: Int, length: Int) throws {
        let draws = try Draws(side: side, seed: 1)
        let rules = NaiveRules(side: side)
        for _ in 0..<3 {
            let pattern = try #require(draws.next(.exactly(length)))
            #expect(pattern.nodes.count == length)
            #expect(rules.isLegal(pattern.plain))
        }
    }

    /// Without the blocked ones, all others are alike, each of them drawn.
    @Test func drawsWhatTheBlocklistLeavesAlike() throws {
        let draws = try Draws(side: 3, seed: 11)
        let blocked = FrequentPatterns.all.prefix(100).filter { $0.nodes.count == 4 }
        var counts: [[UInt8]: Int] = [:]
        for _ in 0..<60_000 {
            let pattern = try #require(draws.next(.exactly(4)) { !Blocklist.common.blocks($0) })
            counts[pattern.nodes.map(\.number), default: 0] += 1
        }
        #expect(blocked.allSatisfy { counts[$0.nodes.map(\.number)] == nil })
        #expect(counts.count == 1624 - blocked.count)
        #expect(Fit(counts.values.map { ($0, 1) }).probability > 0.001)
    }

    /// What is left is as uniform as the whole.
    @Test func drawsNoneThatIsNotAllowed() throws {
        let draws = try Draws(side: 3, seed: 7)
        var counts: [[UInt8]: Int] = [:]
        for _ in 0..<50_000 {
            let pattern = try #require(draws.next(.exactly(4)) { $0.nodes[0].number > 2 })
            counts[pattern.nodes.map(\.number), default: 0] += 1
        }
        #expect(counts.keys.allSatisfy { $0[0] > 2 })
        var left = 0
        PatternSpace(grid: .phone).forEach(lengths: 4...4) { left += $0[0].number > 2 ? 1 : 0 }
        #expect(counts.count == left)
        #expect(Fit(counts.values.map { ($0, 1) }).probability > 0.001)
    }

    @Test(arguments: [
        PatternSpace.RandomLength.exactly(3), .exactly(10), .exactly(.min), .exactly(.max), .atLeast(10),
        .atLeast(.max),
    ])
    func drawsNoneOfLengthsThatThereAreNot(length: PatternSpace.RandomLength) throws {
        let draws = try Draws(side: 3, seed: 1)
        #expect(draws.next(length) == nil)
    }

    @Test func atLeastNothingIsAtLeastFour() throws {
        let draws = try Draws(side: 3, seed: 1)
        for _ in 0..<1000 { #expect(draws.next(.atLeast(.min))?.isLongEnough == true) }
    }

    @Test func givesUpWhereNoneIsAllowed() throws {
        let draws = try Draws(side: 3, seed: 1)
        #expect(draws.next(.exactly(4)) { _ in false } == nil)
    }

    /// The one that is allowed is found among all others.
    @Test func findsTheOnlyOne() throws {
        let draws = try Draws(side: 3, seed: 2)
        let only = Pattern(visiting: "6-1-8-3", on: .phone)
        #expect(draws.next(.exactly(4)) { $0 == only } == only)
    }
}

/// Numbers made of words.
struct RandomNumbersTests {
    @Test(arguments: [UInt128(2), 3, 5, 36, 64])
    func drawsEachNumberAsOften(bound: UInt128) {
        var generator = SeededRandom(seed: UInt64(bound))
        var numbers = RandomNumbers { generator.next() }
        var counts = [Int](repeating: 0, count: Int(bound))
        for _ in 0..<20_000 { counts[Int(numbers.number(below: bound))] += 1 }
        #expect(Fit(counts.map { ($0, 1) }).probability > 0.001)
    }

    @Test(arguments: [(UInt128(0), UInt128(0)), (1, 0)])
    func drawsNothingWhereThereIsNoChoice(bound: UInt128, expected: UInt128) {
        var numbers = RandomNumbers { () -> UInt64 in
            Issue.record("asked for a word")
            return 0
        }
        #expect(numbers.number(below: bound) == expected)
    }

    /// Of 128 bits, too: 3 of 4 parts of the largest bound.
    @Test func drawsLargeNumbers() {
        var generator = SeededRandom(seed: 128)
        var numbers = RandomNumbers { generator.next() }
        let quarter = UInt128(1) << 126
        var counts = [0, 0, 0]
        for _ in 0..<30_000 { counts[Int(numbers.number(below: 3 * quarter) / quarter)] += 1 }
        #expect(Fit(counts.map { ($0, 1) }).probability > 0.001)
    }

    /// Four bits at a time, from the low end; what is too large is drawn again: 15, then 3, then 10 and 9.
    @Test func drawsAgainWhatIsTooLarge() {
        var numbers = RandomNumbers { 0x9a3f }
        #expect((0..<2).map { _ in numbers.number(below: 10) } == [3, 9])
    }

    /// A word for the low end, and the low bits of the next one above it.
    @Test func makesLargeNumbersOfTwoWords() {
        var words: [UInt64] = [0xfedc_ba98_7654_3210, 0xffff_ffff_ffff_ff21]
        var numbers = RandomNumbers { words.isEmpty ? 0 : words.removeFirst() }
        #expect(numbers.number(below: 1 << 68) == 0x1_fedc_ba98_7654_3210)
    }

    @Test func tellsThatTheSourceFails() {
        struct Dry: Error, Equatable {}
        var numbers = RandomNumbers { () throws(Dry) -> UInt64 in throw Dry() }
        #expect(throws: Dry()) { try numbers.number(below: 9) }
    }
}
