import PatternGrid
import TestSupport
import Testing

/// How many patterns there are, against numbers on which two other programs agree.
struct PatternSpaceTests {
    @Test(arguments: [(3, 9), (4, 16), (5, 6), (6, 5)])
    func countsAsManyAsTheOracle(side: Int, longest: Int) throws {
        let counts = PatternSpace(grid: try Grid.sized(side)).counts(upTo: longest)
        #expect(counts == (try Oracle.counts(side: side)))
        #expect(counts.count == longest)
    }

    /// The sums of the oracle's last lines.
    @Test(arguments: [(3, 389_112), (4, 4_350_069_823_024)])
    func countsAllThatAreLongEnough(side: Int, sum: Int) throws {
        let counts = PatternSpace(grid: try Grid.sized(side)).counts(upTo: side * side)
        #expect(counts.dropFirst(Grid.minimumLength - 1).reduce(0, +) == sum)
    }

    /// Counting over sets of visited nodes and going through all patterns are two algorithms.
    @Test(arguments: [(3, 9), (4, 5), (5, 4), (6, 3)])
    func goesThroughAsManyAsItCounts(side: Int, longest: Int) throws {
        let space = PatternSpace(grid: try Grid.sized(side))
        var counts = [Int](repeating: 0, count: longest)
        space.forEach(lengths: 1...longest) { counts[$0.count - 1] += 1 }
        #expect(counts == space.counts(upTo: longest))
    }

    @Test(arguments: [(0, 0), (-1, 0), (Int.min, 0), (1, 1), (9, 9), (10, 9), (Int.max, 9)])
    func countsOnlyLengthsThatThereAre(longest: Int, entries: Int) {
        let counts = PatternSpace(grid: .phone).counts(upTo: longest)
        #expect(counts.count == entries)
        #expect(counts.allSatisfy { $0 > 0 })
    }

    @Test(arguments: [(1...1, 9), (4...4, 1_624), (9...9, 140_704), (10...12, 0), (9...Int.max, 140_704)])
    func goesThroughTheLengthsAskedFor(lengths: ClosedRange<Int>, expected: Int) {
        var count = 0
        PatternSpace(grid: .phone).forEach(lengths: lengths) { nodes in
            #expect(lengths.contains(nodes.count))
            count += 1
        }
        #expect(count == expected)
    }

    @Test(arguments: [(3, 6), (4, 4), (6, 3)])
    func goesThroughDrawablePatternsInAscendingOrder(side: Int, longest: Int) throws {
        let grid = try Grid.sized(side)
        let naive = NaiveRules(side: side)
        var last: [Int] = []
        PatternSpace(grid: grid).forEach(lengths: 1...longest) { nodes in
            let pattern = (0..<nodes.count).map { Int(nodes[$0].number) }
            guard last.lexicographicallyPrecedes(pattern), naive.isLegal(pattern) else {
                Issue.record("\(pattern) after \(last)")
                return
            }
            last = pattern
        }
        #expect(last.first == grid.nodeCount)
    }

    /// The other facts of the oracle's last lines about 3x3.
    @Test func hasTheShapeThatTheOracleTells() {
        var starts = [Int](repeating: 0, count: 10)
        var classes = 0
        var oneWay = 0
        PatternSpace(grid: .phone).forEach(lengths: 4...9) { nodes in
            let pattern = (0..<nodes.count).map { nodes[$0].number }
            starts[Int(pattern[0])] += 1
            if Symmetry.isLeastOfItsClass(pattern) { classes += 1 }
            let reverse = pattern.reversed().map { Node($0) }
            if Pattern(visiting: reverse, on: .phone).nodes != reverse { oneWay += 1 }
        }
        for corner in [1, 3, 7, 9] { #expect(starts[corner] == 38_042) }
        for edge in [2, 4, 6, 8] { #expect(starts[edge] == 43_176) }
        #expect(starts[5] == 64_240)
        #expect(classes == 48_639)
        #expect(oneWay == 249_232)
    }
}

/// The eight symmetries of 3x3, as where each node 1 to 9 goes.
private enum Symmetry {
    static let all: [[UInt8]] = [
        [1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 6, 9, 2, 5, 8, 1, 4, 7], [9, 8, 7, 6, 5, 4, 3, 2, 1],
        [7, 4, 1, 8, 5, 2, 9, 6, 3], [3, 2, 1, 6, 5, 4, 9, 8, 7], [7, 8, 9, 4, 5, 6, 1, 2, 3],
        [1, 4, 7, 2, 5, 8, 3, 6, 9], [9, 6, 3, 8, 5, 2, 7, 4, 1],
    ]

    /// Tells whether no symmetry makes a pattern of smaller nodes of it: true of one in each class.
    static func isLeastOfItsClass(_ pattern: [UInt8]) -> Bool {
        for symmetry in all {
            for node in pattern {
                let image = symmetry[Int(node) - 1]
                if image < node { return false }
                if image > node { break }
            }
        }
        return true
    }
}
