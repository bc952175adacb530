import Foundation

/// The tables of right answers in the folder Oracles, each made outside of this package.
///
/// A table is text: a row a line, tabs between fields, `#` before a comment.
package enum Oracle {
    /// The rows of a table in their order, split into fields.
    package static func rows(_ name: String) throws -> [[String]] {
        let table = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Oracles/\(name).tsv")
        return try String(contentsOf: table, encoding: .utf8)
            .split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}
