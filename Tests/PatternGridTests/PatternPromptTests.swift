import PatternGrid
import Testing

@Suite("Which prompts a pad is drawn for")
struct PatternPromptTests {
    @Test(
        "Ours, taken apart",
        arguments: [
            // As the module asks, with what it puts in front and behind.
            ("Pattern: ", nil, "Pattern", 3),
            ("Pattern (4x4): ", nil, "Pattern", 4),
            ("Pattern (6x6): ", nil, "Pattern", 6),
            ("Wrong. Pattern: ", "Wrong.", "Pattern", 3),
            ("Too short. Pattern (5x5): ", "Too short.", "Pattern", 5),
            // `cue`: the map is no grid; a larger one then tells both.
            ("Pattern (123/456/789): ", nil, "Pattern", 3),
            ("Wrong. Pattern (qwe/asd/zxc): ", "Wrong.", "Pattern", 3),
            // The administrator's words, that begin alike.
            ("Pattern, please: ", nil, "Pattern, please", 3),
            ("Pattern for bob (4x4)", nil, "Pattern for bob", 4),
            ("Pattern", nil, "Pattern", 3),
            // What is no grid is none.
            ("Pattern (7x7): ", nil, "Pattern", 3),
            ("Pattern (4x5): ", nil, "Pattern", 3),
            ("Pattern (): ", nil, "Pattern", 3),
        ] as [(String, String?, String, Int)])
    func ours(text: String, message: String?, title: String, side: Int) throws {
        let prompt = try #require(PatternPrompt(text))
        #expect(prompt.message == message)
        #expect(prompt.title == title)
        #expect(prompt.grid.side == side)
        #expect(!prompt.takesPassword)
    }

    @Test(
        "Those that a password answers, too, say so",
        arguments: ["Pattern or password: ", "Wrong. Pattern or password: ", "Pattern or password (4x4): "])
    func withPassword(text: String) throws {
        let prompt = try #require(PatternPrompt(text))
        #expect(prompt.takesPassword)
        #expect(prompt.title == "Pattern or password")
    }

    @Test(
        "The keypad of a cue",
        arguments: [
            ("Pattern (123/456/789): ", .phone), ("Pattern (789/456/123): ", .numpad),
            ("Pattern (qwe/asd/zxc): ", .letters), ("Pattern: ", nil), ("Pattern (4x4): ", nil),
        ] as [(String, Keypad?)])
    func cue(text: String, keypad: Keypad?) throws {
        #expect(try #require(PatternPrompt(text)).keypad == keypad)
    }

    @Test(
        "Others'",
        arguments: [
            "", ": ", "Password: ", "[sudo] password for alice: ", "Verification code: ",
            "Enter pattern: ", "pattern: ", "Wrong. ", "Wrong: Pattern: ", "Wrong. Wrong. Pattern: ",
            "(4x4)", "New Pattern: ",
        ])
    func others(text: String) {
        #expect(PatternPrompt(text) == nil)
    }

    @Test(
        "The prompt of pattern.conf is ours whatever it says",
        arguments: [
            ("Draw me: ", "Draw me: ", nil, "Draw me", 3),
            ("Draw me (4x4): ", "Draw me: ", nil, "Draw me", 4),
            ("Wrong. Draw me: ", "Draw me: ", "Wrong.", "Draw me", 3),
            ("Draw me", "Draw me:", nil, "Draw me", 3),
            ("Pattern: ", "Draw me: ", nil, "Pattern", 3),
        ] as [(String, String, String?, String, Int)])
    func custom(text: String, custom: String, message: String?, title: String, side: Int) throws {
        let prompt = try #require(PatternPrompt(text, custom: custom))
        #expect(prompt.message == message)
        #expect(prompt.title == title)
        #expect(prompt.grid.side == side)
    }

    @Test(
        "Another prompt than that of pattern.conf is none",
        arguments: ["Draw: ", "Draw me now: ", "Password: "])
    func notCustom(text: String) {
        #expect(PatternPrompt(text, custom: "Draw me: ") == nil)
    }
}
