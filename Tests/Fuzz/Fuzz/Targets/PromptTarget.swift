import PatternGrid

@testable import PAMModule
@testable import PatternVault

#if canImport(AskPass)
    @testable import AskPass
#endif

/// Prompts: what the module asks is what a pad understands, and any other prompt is shown as it can be.
enum PromptTarget {
    static func run(_ feed: inout Feed) {
        checkOwn(&feed)
        #if canImport(AskPass)
            let hint = ["", "confirm", "none", "x"][feed.choice(4)]
            let custom = feed.flag(oneIn: 3) ? String(decoding: feed.text(), as: UTF8.self) : nil
            let text = String(decoding: feed.rest(), as: UTF8.self)
            let request = Request(prompt: text, hint: hint.isEmpty ? nil : hint, custom: custom)
            let shown: [String] =
                switch request {
                case .pattern(let prompt): [prompt.title, prompt.message ?? ""]
                case .text(let prompt, let message): [prompt, message ?? ""]
                case .confirmation(let text), .notice(let text): [text]
                case .enrolment: ["\u{7}"]
                }
            for text in shown {
                let isShown = text.unicodeScalars.allSatisfy {
                    $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7f
                }
                claim(isShown, "no control character is shown")
                claim(text.unicodeScalars.count <= 1_000, "what is shown has an end")
            }
            claim((request == .confirmation(shown[0])) == (hint == "confirm"), "ssh's hint counts")
        #endif
    }

    /// Prompts of the module, as settings make them, name the grid and the keypad that are meant.
    private static func checkOwn(_ feed: inout Feed) {
        var settings = Settings()
        let custom = feed.text()
        if feed.choice(2) == 0 {
            do throws(Settings.Refusal) { try settings.set(.prompt, to: custom.span) } catch { return }
        }
        settings.cue = feed.choice(2) == 0
        settings.keypad = Keypad.allCases[feed.choice(3)]
        if feed.flag(oneIn: 3) { settings.forwardPass = .anything }
        let grid = Grid(side: 3 + feed.choice(4)) ?? .phone
        let reason = ["", "Wrong. ", "Too short. "][feed.choice(3)]
        let text = reason + String(decoding: Prompt.text(settings, grid: grid), as: UTF8.self)
        guard
            let prompt = PatternPrompt(
                text, custom: settings.prompt.map { String(decoding: $0, as: UTF8.self) })
        else { return claim(settings.prompt != nil, "a prompt of ours asks for a pattern") }
        let namesOne = settings.prompt.map { $0.contains(0x29) } ?? false
        if !namesOne {
            claim(prompt.grid == grid, "a pad draws on the grid that is meant")
            claim(
                prompt.keypad == (settings.cue && grid == .phone ? settings.keypad : nil),
                "a pad knows the keypad")
        }
        claim(
            settings.prompt != nil || prompt.takesPassword == (settings.forwardPass == .anything),
            "passwords, too")
    }
}
