import PatternGrid
import TestSupport

extension Oracle {
    /// A row of a `canonical-` table: what was visited, and what it stands for.
    struct Drawing: Codable, Sendable, CustomStringConvertible {
        /// Nodes along one side of the grid.
        let side: Int
        /// The nodes as visited, `1-3-2`.
        let visited: String
        /// The nodes of the pattern, `1-2-3`.
        let canonical: String

        var description: String { "\(side)x\(side) \(visited)" }
    }

    /// All drawings of both `canonical-` tables.
    static func drawings() throws -> [Drawing] {
        let small = try rows("canonical-3x3").map { Drawing(side: 3, visited: $0[0], canonical: $0[1]) }
        let large = try rows("canonical-large").map {
            Drawing(side: $0[0].first?.wholeNumberValue ?? 0, visited: $0[1], canonical: $0[2])
        }
        return small + large
    }

    /// The rows of `pattern-space` for one grid: how many patterns there are of each length from 1.
    static func counts(side: Int) throws -> [Int] {
        try rows("pattern-space").filter { $0[0] == "\(side)x\(side)" }.compactMap { Int($0[2]) }
    }
}
