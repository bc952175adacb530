import PatternGrid
import TestSupport

extension Oracle {
    /// A row of a `canonical-` table: what was visited, and what it stands for.
    struct Drawing: Codable, Sendable, CustomStringConvertible {
        /// Nodes along one side of the grid.
        let side: Int
        /// The nodes as visited.
        let visited: [Int]
        /// The nodes of the pattern.
        let canonical: [Int]

        var description: String { "\(side)x\(side) \(visited.dashed)" }
    }

    /// The drawings of the table for 3x3.
    static func smallDrawings() throws -> [Drawing] {
        try rows("canonical-3x3").map { drawing(side: 3, $0[0], $0[1]) }
    }

    /// The drawings of the table for larger grids.
    static func largeDrawings() throws -> [Drawing] {
        try rows("canonical-large").map { drawing(side: $0[0].first?.wholeNumberValue ?? 0, $0[1], $0[2]) }
    }

    private static func drawing(side: Int, _ visited: String, _ canonical: String) -> Drawing {
        let lists = [visited, canonical].map { $0.split(separator: "-").compactMap { Int($0) } }
        return Drawing(side: side, visited: lists[0], canonical: lists[1])
    }
}

extension [Int] {
    /// The numbers with dashes between them, `1-2-3`.
    var dashed: String { map(String.init).joined(separator: "-") }
}

extension Pattern {
    /// The nodes as plain numbers.
    var numbersAlone: [Int] { nodes.map { Int($0.number) } }
}
