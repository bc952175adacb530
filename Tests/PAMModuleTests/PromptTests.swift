import PatternGrid
import PatternVault
import Testing

@testable import PAMModule

/// What the person is asked.
struct PromptTests {
    /// Settings and a grid, and the prompt of both.
    struct Row: Sendable {
        let prompt: String?
        let forward: Settings.ForwardPass
        let cue: Keypad?
        let side: Int
        let text: String

        init(
            prompt: String? = nil, forward: Settings.ForwardPass = .never, cue: Keypad? = nil, side: Int = 3,
            _ text: String
        ) {
            self.prompt = prompt
            self.forward = forward
            self.cue = cue
            self.side = side
            self.text = text
        }
    }

    @Test(arguments: [
        Row("Pattern: "),
        Row(side: 4, "Pattern (4x4): "),
        Row(side: 6, "Pattern (6x6): "),
        Row(cue: .phone, "Pattern (123/456/789): "),
        Row(cue: .numpad, "Pattern (789/456/123): "),
        Row(cue: .letters, "Pattern (qwe/asd/zxc): "),
        Row(cue: .phone, side: 4, "Pattern (4x4): "),
        Row(forward: .anything, "Pattern or password: "),
        Row(forward: .anything, side: 4, "Pattern or password (4x4): "),
        Row(forward: .text, "Pattern: "),
        Row(prompt: "Draw, please: ", "Draw, please: "),
        Row(prompt: "Draw, please: ", forward: .anything, "Draw, please: "),
        Row(prompt: "Draw, please: ", side: 5, "Draw, please (5x5): "),
        Row(prompt: "Draw", side: 5, "Draw (5x5) "),
        Row(prompt: "Draw", cue: .numpad, "Draw (789/456/123) "),
        Row(prompt: ": ", side: 4, " (4x4): "),
    ])
    func isTheDocumentedOne(row: Row) throws {
        var settings = Settings()
        settings.prompt = row.prompt.map { Array($0.utf8) }
        settings.forwardPass = row.forward
        settings.cue = row.cue != nil
        settings.keypad = row.cue ?? .phone
        let text = Prompt.text(settings, grid: try #require(Grid(side: row.side)))
        #expect(String(decoding: text, as: UTF8.self) == row.text)
    }

    @Test(
        arguments: [
            (.wrong, "Wrong. "), (.typed(.tooShort), "Too short. "), (.typed(.empty), nil),
            (.typed(.notAPattern), nil),
            (.right(wrongBefore: 0), nil), (.locked(.seconds(60)), nil), (.locked(.untilStrongFactor), nil),
            (.cancelled, nil), (.conversationAgain, nil), (.notEnrolled, nil),
            (.refused(.strongFactorDue), nil),
            (.storeUnusable(StoreError(.attempts, .busy)), nil), (.hashFailed(.crypt), nil),
            (.checkerUnusable(.timedOut), nil), (.noMemory, nil),
        ] as [(Verdict, String?)])
    func comesAgainAfterASlipAlone(verdict: Verdict, reason: String?) {
        let again = Prompt.reasonToAskAgain(after: verdict)
        #expect(again.map { "\($0)" } == reason)
    }
}
