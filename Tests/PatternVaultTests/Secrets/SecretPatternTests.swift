import PatternGrid
import PatternVault
import Testing

/// From typed text to the text that is hashed.
struct SecretPatternTests {
    @Test(arguments: [
        (3, "741683", Keypad.phone, "3x3:7-4-1-6-8-3", "digits"),
        (3, "7-1-6-8-3", .phone, "3x3:7-4-1-6-8-3", "a node on the way is filled in"),
        (3, "147629", .numpad, "3x3:7-4-1-6-8-3", "the same keys mean other nodes on a number block"),
        (3, "ZAQDXE", .letters, "3x3:7-4-1-6-8-3", "letters"),
        (4, "1-6-11-12-7", .phone, "4x4:1-6-11-12-7", "numbers on a larger grid"),
        (4, "4x4:1-6-11-12-7", .numpad, "4x4:1-6-11-12-7", "what a pad prints"),
        (6, "36-1", .phone, "6x6:36-29-22-15-8-1", "the longest diagonal"),
    ])
    func writesTheCanonicalText(
        side: Int, typed: String, keypad: Keypad, canonical: String, why: String
    ) throws {
        let grid = try #require(Grid(side: side))
        let text = try SecretPattern.canonicalText(of: typed.bytes.span, keypad: keypad, grid: grid)
        #expect(String(text.span.array) == canonical, "\(why)")
        #expect(SecretPattern.nodeCount(ofCanonical: text) == canonical.split(separator: "-").count)
    }

    @Test func hasRoomForEveryNodeOfTheLargestGrid() throws {
        let grid = try #require(Grid(side: 6))
        let typed = (1...36).map(String.init).joined(separator: " ")
        let text = try SecretPattern.canonicalText(of: typed.bytes.span, keypad: .phone, grid: grid)
        #expect(text.count == Grid.maximumTextLength)
        #expect(SecretPattern.nodeCount(ofCanonical: text) == 36)
    }

    @Test(arguments: [
        ("", TypedError.empty), ("hunter2", .notAPattern), ("4x4:1-2-3-4", .notAPattern), ("123", .tooShort),
    ])
    func tellsWhyThereIsNone(typed: String, error: TypedError) {
        #expect(throws: SecretPattern.Failure.typed(error)) {
            _ = try SecretPattern.canonicalText(of: typed.bytes.span, keypad: .phone, grid: .phone)
        }
    }
}
