import Foundation
import PatternGrid
import Testing

/// The order in which patterns are tried.
struct GuessOrderTests {
    private static func patterns(_ order: GuessOrder) -> [[UInt8]] {
        (0..<order.count).map { guess in
            let nodes = order.nodes(of: guess)
            return nodes.indices.map { nodes[$0].number }
        }
    }

    @Test(arguments: [0, 1, 100, FrequentPatterns.all.count])
    func beginsWithTheFrequentOnes(count: Int) {
        let patterns = Self.patterns(GuessOrder(grid: .phone, count: count))
        let isRight = patterns == FrequentPatterns.all.prefix(count).map { $0.nodes.map(\.number) }
        #expect(isRight)
    }

    @Test func isTheSameHoweverLongItIs() {
        let long = Self.patterns(GuessOrder(grid: .phone, count: 3_000))
        let isRight = Self.patterns(GuessOrder(grid: .phone, count: 200)) == Array(long.prefix(200))
        #expect(isRight)
    }

    @Test func goesThroughAllOfAPhoneOnce() {
        let order = GuessOrder(grid: .phone, count: GuessOrder.longest)
        let patterns = Self.patterns(order)
        #expect(patterns.count == 389_112)
        // As numbers, which are quicker to compare.
        let numbers = Set(patterns.map { $0.reduce(0) { $0 * 10 + Int($1) } })
        #expect(numbers.count == 389_112)
        var isComplete = true
        PatternSpace(grid: .phone).forEach(lengths: 4...9) { nodes in
            let number = nodes.indices.reduce(0) { $0 * 10 + Int(nodes[$1].number) }
            isComplete = isComplete && numbers.contains(number)
        }
        #expect(isComplete)
    }

    /// The likelihoods computed another way: with logarithms, from pairs in a dictionary.
    @Test func goesOnByLikelihood() {
        var starts: [UInt8: Double] = [:]
        var steps: [[UInt8]: Double] = [:]
        var from: [UInt8: Double] = [:]
        let listed = FrequentPatterns.all.map { $0.nodes.map(\.number) }
        for pattern in listed {
            starts[pattern[0], default: 0] += 1
            for (first, second) in zip(pattern, pattern.dropFirst()) {
                steps[[first, second], default: 0] += 1
                from[first, default: 0] += 1
            }
        }
        func surprise(_ pattern: [UInt8]) -> Double {
            var sum = -log((starts[pattern[0], default: 0] + 1) / Double(listed.count + 9))
            for (first, second) in zip(pattern, pattern.dropFirst()) {
                sum -= log((steps[[first, second], default: 0] + 1) / (from[first, default: 0] + 9))
            }
            return sum
        }
        let rest = Self.patterns(GuessOrder(grid: .phone, count: 20_000)).dropFirst(listed.count)
        let surprises = rest.map(surprise)
        var isAscending = true
        for (first, second) in zip(surprises, surprises.dropFirst()) {
            isAscending = isAscending && first <= second + 1e-9
        }
        #expect(isAscending)
        #expect(!rest.contains { listed.contains($0) }, "no pattern is tried twice")
        let last = surprises.last ?? 0
        var missing = 0
        let tried = Set(rest).union(listed)
        PatternSpace(grid: .phone).forEach(lengths: 4...5) { nodes in
            let pattern = nodes.indices.map { nodes[$0].number }
            if surprise(pattern) < last - 1e-9, !tried.contains(pattern) { missing += 1 }
        }
        #expect(missing == 0, "likelier ones were passed over")
    }

    @Test(arguments: [4, 5, 6])
    func triesTheSameShapesOnLargerGrids(side: Int) throws {
        let grid = try #require(Grid(side: side))
        let order = GuessOrder(grid: grid, count: 2_000)
        let patterns = Self.patterns(order)
        #expect(patterns.count == 2_000)
        #expect(Set(patterns).count == 2_000)
        let frequent = Blocklist(FrequentPatterns.all)
        for (guess, nodes) in patterns.enumerated() {
            let pattern = Pattern(visiting: nodes.map { Node($0) }, on: grid)
            #expect(pattern.nodes.map(\.number) == nodes, "legal, with what lies between filled in")
            if guess < 200 { #expect(frequent.blocks(pattern)) }
        }
    }

    /// All that the first shapes can be on 4x4, worked out by hand: 1-2-3-6, two steps right and one down.
    @Test func drawsAShapeAtEveryPlaceAndSize() throws {
        let grid = try #require(Grid(side: 4))
        #expect(
            Array(Self.patterns(GuessOrder(grid: grid, count: 7)).prefix(6)) == [
                [1, 2, 3, 7], [2, 3, 4, 8], [5, 6, 7, 11], [6, 7, 8, 12], [9, 10, 11, 15], [10, 11, 12, 16],
            ])
        let large = try #require(Grid(side: 5))
        #expect(
            Self.patterns(GuessOrder(grid: large, count: 4)) == [
                [1, 2, 3, 4, 5, 10, 15], [6, 7, 8, 9, 10, 15, 20], [11, 12, 13, 14, 15, 20, 25],
                [1, 2, 3, 8],
            ], "the largest first")
    }

    /// A change of the order must raise `GuessOrder.version`: then change this number.
    @Test func orderHasAVersion() {
        var sum: UInt64 = 0
        for side in 3...4 {
            for pattern in Self.patterns(GuessOrder(grid: Grid(side: side) ?? .phone, count: 2_000)) {
                for node in pattern + [0] { sum = sum &* 31 &+ UInt64(node) }
            }
        }
        #expect(GuessOrder.version == 1)
        #expect(sum == 2_745_684_781_124_500_767)
    }
}
