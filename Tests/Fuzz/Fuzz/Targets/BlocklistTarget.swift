import PatternGrid
import PatternVault
import TestSupport

@testable import PatternControl

/// Files of patterns that nobody may choose.
enum BlocklistTarget {
    private static let path = Path("/b")

    static func run(_ feed: inout Feed) {
        let bytes = Array(feed.rest().prefix(4096))
        do throws(SettingsError) {
            let patterns = try BlocklistFile.patterns(in: bytes.span, path: path)
            let blocklist = Blocklist(patterns)
            for pattern in patterns {
                claim(pattern.isLongEnough, "a pattern is long enough")
                claim(
                    NaiveRules(side: pattern.grid.side).isLegal(pattern.nodes.map { Int($0.number) }),
                    "and legal")
                claim(blocklist.blocks(pattern), "what is in the list is blocked")
            }
            let lines = bytes.split(separator: 0x0a).filter { line in
                !line.prefix { $0 != 0x23 }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            }
            claim(patterns.count == lines.count, "no line is passed over")
        } catch {
            claim(error.text.starts(with: Array("/b line ".utf8)), "an error names its line")
        }
    }
}
