import PatternGrid
import TestSupport
import Testing

/// What nobody may choose, against the published list and against geometry done once more.
struct BlocklistTests {
    /// The order by the better rank, the first list first.
    @Test func mergesBothListsByRank() throws {
        var best: [String: (rank: Int, list: Int)] = [:]
        for row in try Oracle.rows("frequent-patterns") {
            let place = (rank: try #require(Int(row[0])), list: row[2] == "APC" ? 0 : 1)
            if let known = best[row[1]], known < place { continue }
            best[row[1]] = place
        }
        let merged = best.sorted { $0.value < $1.value }.map(\.key)
        #expect(FrequentPatterns.all.map(\.text) == merged)
        #expect(merged.count == 152)
    }

    @Test func everyFrequentPatternCanBeDrawn() {
        let naive = NaiveRules(side: 3)
        for pattern in FrequentPatterns.all {
            #expect(naive.isLegal(pattern.nodes.map { Int($0.number) }), "\(pattern.text)")
            #expect(pattern.isLongEnough)
        }
    }

    @Test func commonIsTheHundredMostFrequent() {
        let blocked = FrequentPatterns.all.map { Blocklist.common.blocks($0) }
        #expect(blocked == (0..<152).map { $0 < 100 })
        #expect(Blocklist.common.count == 100)
        #expect(!FrequentPatterns.all.contains { Blocklist.none.blocks($0) })
    }

    /// All of 3x3: turned, mirrored and reversed by coordinates, not by the package.
    @Test func strictIsClosedUnderSymmetryAndReversal() {
        let naive = NaiveRules(side: 3)
        var expected = Set<[Int]>()
        for pattern in FrequentPatterns.all.prefix(100) {
            let places = pattern.nodes.map {
                (x: (Int($0.number) - 1) % 3 - 1, y: (Int($0.number) - 1) / 3 - 1)
            }
            for (a, b, c, d) in [
                (1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
                (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0),
            ] {
                let image = places.map { ($0.x * c + $0.y * d + 1) * 3 + $0.x * a + $0.y * b + 2 }
                expected.insert(image)
                if naive.isLegal(image.reversed()) { expected.insert(image.reversed()) }
            }
        }
        let blocked = Set(Blocklist.strict.patterns.map { $0.nodes.map { Int($0.number) } })
        #expect(blocked == expected)
        #expect(blocked.count == Blocklist.strict.count)
    }

    /// Each entry drawn anew at every place and in every size, from its corners alone.
    @Test(arguments: [(4, 4...5), (5, 4...4)])
    func blocksTheSameShapesOnLargerGrids(side: Int, lengths: ClosedRange<Int>) throws {
        let grid = try Grid.sized(side)
        let expected = Set(FrequentPatterns.all.prefix(100).flatMap { Drawings.all(of: $0, side: side) })
        var blocked = Set<[Int]>()
        PatternSpace(grid: grid).forEach(lengths: lengths) { nodes in
            if Blocklist.common.blocks(nodes, on: grid) {
                blocked.insert(nodes.indices.map { Int(nodes[$0].number) })
            }
        }
        #expect(blocked == expected.filter { lengths.contains($0.count) })
        #expect(!blocked.isEmpty)
    }

    @Test(arguments: [
        (3, "1-2-3-6-9", true, "the entry itself"),
        (3, "2-3-6-9", false, "on its own grid an entry is not moved"),
        (4, "1-2-3-7-11", true, "in the corner of a larger grid"),
        (4, "6-7-8-12-16", true, "moved"),
        (4, "1-2-3-4-8-12-16", true, "as large as the grid"),
        (5, "1-2-3-4-5-10-15-20-25", true, "twice as large"),
        (5, "1-2-3-4-9-14-19", true, "as large as corners on nodes allow"),
        (6, "1-2-3-4-5-6-12-18-24-30-36", true, "two and a half times as large"),
        (4, "1-2-3-4-8-12", false, "one side shorter"),
        (4, "2-9-4-3-8-1", false, "no shape of the list"),
    ])
    func blocksWhatLooksTheSame(side: Int, numbers: String, isBlocked: Bool, why: Comment) throws {
        let grid = try Grid.sized(side)
        #expect(Blocklist.common.blocks(Pattern(visiting: numbers, on: grid)) == isBlocked, why)
    }

    /// An entry of a larger grid says nothing about smaller ones.
    @Test func anEntryOfALargerGridStaysThere() throws {
        let grid = try Grid.sized(4)
        let list = Blocklist([Pattern(visiting: "1-2-3-7-11", on: grid)])
        #expect(list.blocks(Pattern(visiting: "1-2-3-7-11", on: grid)))
        #expect(!list.blocks(Pattern(visiting: "1-2-3-6-9", on: .phone)))
        #expect(!list.blocks(Pattern(visiting: "6-7-8-12-16", on: grid)))
    }
}

/// A pattern drawn at every place of a grid, in every size at which its corners fall on nodes.
private enum Drawings {
    static func all(of pattern: Pattern, side: Int) -> [[Int]] {
        let places = pattern.nodes.map { (x: (Int($0.number) - 1) % 3, y: (Int($0.number) - 1) / 3) }
        let corners = places.indices.filter { isCorner($0, of: places) }.map { places[$0] }
        let naive = NaiveRules(side: side)
        var drawings: [[Int]] = []
        // Halves: a step of two may become one of one.
        for half in 1...(2 * side) {
            guard isWhole(corners, half) else { continue }
            let scaled = corners.map { corner in
                (
                    x: (corner.x - (corners.map(\.x).min() ?? 0)) * half / 2,
                    y: (corner.y - (corners.map(\.y).min() ?? 0)) * half / 2
                )
            }
            for down in 0..<side {
                for right in 0..<side where scaled.allSatisfy({ $0.x + right < side && $0.y + down < side }) {
                    drawings.append(
                        naive.pattern(visiting: scaled.map { ($0.y + down) * side + $0.x + right + 1 }))
                }
            }
        }
        return drawings
    }

    /// Whether steps from the shape's own corner stay whole, wherever that lies.
    private static func isWhole(_ corners: [(x: Int, y: Int)], _ half: Int) -> Bool {
        let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
        return corners.allSatisfy { ($0.x - left) * half % 2 == 0 && ($0.y - top) * half % 2 == 0 }
    }

    private static func isCorner(_ index: Int, of places: [(x: Int, y: Int)]) -> Bool {
        guard index > 0, index + 1 < places.count else { return true }
        return direction(places[index - 1], places[index]) != direction(places[index], places[index + 1])
    }

    /// A direction on 3x3: steps of two are one step twice.
    private static func direction(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int)) -> [Int] {
        let (x, y) = (end.x - start.x, end.y - start.y)
        return x % 2 == 0 && y % 2 == 0 ? [x / 2, y / 2] : [x, y]
    }
}
