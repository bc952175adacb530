import PatternGrid
import PatternVault
import Testing

@testable import PatternControl

/// A file of patterns that nobody may choose.
struct BlocklistFileTests {
    private static let path = Path("/etc/patterns")

    private func read(_ text: String) throws(SettingsError) -> [String] {
        try BlocklistFile.patterns(in: Array(text.utf8).span, path: BlocklistFileTests.path)
            .map { String(decoding: $0.canonicalText, as: UTF8.self) }
    }

    @Test(arguments: [
        ("", [String]()),
        ("# nothing but a comment\n\n   \n", []),
        ("74168\n", ["3x3:7-4-1-6-8"]),
        ("7-4-1-6-8  # with dashes", ["3x3:7-4-1-6-8"]),
        ("  1379\t\n2943\n", ["3x3:1-2-3-5-7-8-9", "3x3:2-9-4-3"]),
        ("4x4:1-2-3-7\n3x3:2-9-4-3", ["4x4:1-2-3-7", "3x3:2-9-4-3"]),
    ])
    func isReadLineByLine(text: String, expected: [String]) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        ("74168\n123\n", "/etc/patterns line 2 \"123\": too short"),
        ("# one\n\nhello\n", "/etc/patterns line 3 \"hello\": not a pattern"),
        ("12045\n", "/etc/patterns line 1 \"12045\": not a pattern"),
        ("7x7:1-2-3-4\n", "/etc/patterns line 1 \"7x7:1-2-3-4\": not a pattern"),
        ("4x4:1-2-3-17\n", "/etc/patterns line 1 \"4x4:1-2-3-17\": not a pattern"),
    ])
    func aMistakeIsNamedByItsLine(text: String, message: String) {
        let error = #expect(throws: SettingsError.self) { try read(text) }
        #expect(error.map { String(decoding: $0.text, as: UTF8.self) } == message)
    }
}
