import PatternGrid
import Testing

@testable import AskPass
@testable import PatternVault

@Suite("What a prompt asks for")
struct RequestTests {
    private func pattern(_ prompt: String, custom: String? = nil) -> PatternPrompt? {
        guard case .pattern(let pattern) = Request(prompt: prompt, custom: custom) else { return nil }
        return pattern
    }

    @Test(
        "A pattern",
        arguments: [
            ("Pattern: ", nil, "Pattern", 3, nil, false),
            ("Wrong. Pattern: ", "Wrong.", "Pattern", 3, nil, false),
            ("Too short. Pattern: ", "Too short.", "Pattern", 3, nil, false),
            ("Pattern (4x4): ", nil, "Pattern", 4, nil, false),
            ("Wrong. Pattern (6x6): ", "Wrong.", "Pattern", 6, nil, false),
            ("Pattern (123/456/789): ", nil, "Pattern", 3, .phone, false),
            ("Pattern (789/456/123): ", nil, "Pattern", 3, .numpad, false),
            ("Pattern (qwe/asd/zxc): ", nil, "Pattern", 3, .letters, false),
            ("Pattern or password: ", nil, "Pattern or password", 3, nil, true),
            ("Pattern or password (5x5): ", nil, "Pattern or password", 5, nil, true),
            ("Pattern", nil, "Pattern", 3, nil, false),
        ] as [(String, String?, String, Int, Keypad?, Bool)])
    func pattern(
        prompt: String, message: String?, title: String, side: Int, keypad: Keypad?, takesPassword: Bool
    ) throws {
        let found = try #require(pattern(prompt))
        #expect(found.message == message)
        #expect(found.title == title)
        #expect(found.grid.side == side)
        #expect(found.keypad == keypad)
        #expect(found.takesPassword == takesPassword)
    }

    @Test("The prompt of pattern.conf asks for a pattern, too; and nothing that only begins like it")
    func custom() {
        #expect(pattern("Muster: ", custom: "Muster: ")?.title == "Muster")
        #expect(pattern("Wrong. Muster (4x4): ", custom: "Muster: ")?.grid.side == 4)
        #expect(pattern("Muster-Kennwort: ", custom: "Muster: ") == nil)
        #expect(pattern("Muster: ") == nil)
    }

    @Test("Without a prompt a pattern is drawn")
    func nothing() {
        #expect(Request(prompt: nil) == Request(prompt: "Pattern: "))
    }

    @Test(
        "All else is text",
        arguments: [
            ("[sudo] password for alice: ", "[sudo] password for alice:", nil),
            ("Password: ", "Password:", nil), ("pattern: ", "pattern:", nil), ("", "", nil),
            ("Wrong. Password: ", "Password:", "Wrong."), ("Enter PIN", "Enter PIN", nil),
            ("My Pattern: ", "My Pattern:", nil), ("Wrong.Pattern: ", "Wrong.Pattern:", nil),
            ("a\u{1b}[2Jb\u{7f}\u{9b}: ", "a [2Jb  :", nil), ("two\nlines: ", "two\nlines:", nil),
        ] as [(String, String, String?)])
    func text(prompt: String, shown: String, message: String?) {
        #expect(Request(prompt: prompt) == .text(prompt: shown, message: message))
    }

    @Test("A prompt without end gets one")
    func long() {
        let request = Request(prompt: String(repeating: "x", count: 100_000))
        #expect(request == .text(prompt: String(repeating: "x", count: 1_000), message: nil))
    }

    @Test("ssh's hint wins over the prompt")
    func hints() {
        #expect(Request(prompt: "Pattern?", hint: "confirm") == .confirmation("Pattern?"))
        #expect(Request(prompt: "Touch it.", hint: "none") == .notice("Touch it."))
        #expect(Request(prompt: "Password: ", hint: "") == .text(prompt: "Password:", message: nil))
        #expect(Request(prompt: "Password: ", hint: "other") == .text(prompt: "Password:", message: nil))
    }
}

@Suite("What a pad reads of pattern.conf")
struct PadSettingsTests {
    /// Lines that the module reads as well: both must make the same of them.
    @Test(
        "The same as the module reads",
        arguments: [
            "", "prompt = Muster:", "prompt = \"Muster: \"", "  prompt=\"Muster: \"  # what we say",
            "prompt = Muster # 1", "prompt = \"Muster # 1: \"", "# prompt = Muster:", "prompt=a=b",
            "keypad = numpad", "keypad=letters", "\tkeypad\t=\tphone", "keypad = \"numpad\"",
            "tries = 3\nprompt = \"Zug: \"\n\nkeypad = letters\n", "prompt = x#y",
        ])
    func same(text: String) throws {
        var reader = SettingsReader(Settings())
        let bytes = Array(text.utf8)
        try reader.take(file: bytes.span, path: Path("/etc/security/pattern.conf"))
        let settings = PadSettings(text)
        #expect(settings.prompt == reader.settings.prompt.map { String(decoding: $0, as: UTF8.self) })
        #expect(settings.keypad == reader.settings.keypad)
    }

    @Test(
        "What it does not know is passed over",
        arguments: ["nonsense", "keypad = huge", "prompter = x", "="])
    func unknown(text: String) {
        #expect(PadSettings(text) == PadSettings(""))
    }
}
