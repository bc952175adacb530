import CommandSupport
import PatternGrid
import Testing

@testable import AskPass

@Suite("The command line of pattern-askpass")
struct AskPassOptionsTests {
    private func options(_ words: String...) throws(UsageError) -> AskPassOptions {
        try AskPassOptions(["pattern-askpass"] + words)
    }

    private func pad(_ words: String..., settings: String = "") throws -> PadOptions {
        let options = try AskPassOptions(["pattern-askpass"] + words)
        let request: Request = options.enrolls ? .enrolment : Request(prompt: options.prompt)
        return PadOptions(options, request, PadSettings(settings))
    }

    @Test("A prompt, and options before or behind it")
    func prompt() throws {
        #expect(try options("Pattern: ").prompt == "Pattern: ")
        #expect(try options("--grid=4", "Pattern: ", "--stealth").isStealthy)
        #expect(try options("--", "--help").prompt == "--help")
        #expect(try options().prompt == nil)
    }

    @Test(
        "Mistakes",
        arguments: [
            (["--grid", "7"], "--grid 7: needs a side from 3 to 6"), (["--grid"], "--grid: needs a value"),
            (["--keypad", "big"], "--keypad big: needs phone, numpad or letters"),
            (["a", "b"], "b: one word too many"),
            (["--enroll", "Pattern: "], "--enroll: asks in words of its own"),
            (["--what"], "--what: no such option"),
        ])
    func mistakes(words: [String], message: String) {
        #expect(throws: UsageError(message)) { try AskPassOptions(["pattern-askpass"] + words) }
    }

    @Test("The prompt's grid and keypad win over the option's, and those over the settings'")
    func precedence() throws {
        #expect(try pad("--grid", "5").grid.side == 5)
        #expect(try pad("--grid", "5", "Pattern (4x4): ").grid.side == 4)
        #expect(try pad("--grid", "5", "--enroll").grid.side == 5)
        #expect(try pad(settings: "keypad = numpad").keypad == .numpad)
        #expect(try pad("--keypad", "letters", settings: "keypad = numpad").keypad == .letters)
        #expect(try pad("--keypad", "letters", "Pattern (789/456/123): ").keypad == .numpad)
        #expect(try pad("--enroll").confirms)
        #expect(try pad("Wrong. Pattern: ").message == "Wrong.")
    }

    @Test(
        "On a terminal the same is asked for",
        arguments: [
            (
                "Wrong. Pattern (4x4): ", nil,
                [
                    "--grid=4", "--keypad=phone", "--prompt=Pattern", "--message=Wrong.", "--password",
                ]
            ),
            ("Pattern or password: ", nil, ["--text", "--prompt=Pattern or password: "]),
            (
                "Wrong. Pattern or password: ", nil,
                ["--text", "--prompt=Pattern or password: ", "--message=Wrong."]
            ),
            ("[sudo] password for alice: ", nil, ["--text", "--prompt=[sudo] password for alice: "]),
            ("Allow it?", "confirm", nil),
            ("Touch it.", "none", nil),
        ] as [(String, String?, [String]?)])
    func fallback(prompt: String, hint: String?, words: [String]?) throws {
        let request = Request(prompt: prompt, hint: hint)
        let options = PadOptions(try AskPassOptions(["pattern-askpass", prompt]), request, PadSettings(""))
        #expect(Fallback.words(for: request, options) == words)
    }

    @Test("Enrolling and stealth go on to the terminal")
    func enrolment() throws {
        let options = try pad("--enroll", "--stealth")
        #expect(
            Fallback.words(for: .enrolment, options)
                == ["--grid=3", "--keypad=phone", "--stealth", "--confirm"])
    }
}
