import CFuzz
import PatternGrid
import TestSupport

@testable import PatternVault

/// What the module and its checker say to each other, at both ends.
enum FramesTarget {
    private static let account = Account(name: Array("alice".utf8), uid: 1000)

    static func run(_ feed: inout Feed) {
        fuzz_reset()
        switch feed.choice(3) {
        case 0: checkRequest(feed.rest())
        case 1: checkAnswer(feed.rest())
        default: talk(&feed)
        }
        fuzz_reset()
    }

    /// A request is exactly one frame, with a canonical text.
    private static func checkRequest(_ frame: [UInt8]) {
        guard let request = CheckerRequest.parse(frame.span) else { return }
        claim(frame.count <= CheckerRequest.maximumSize, "a request has an end")
        switch consume request {
        case .ask(let uid):
            checkAgain(CheckerRequest.frame(askingFor: uid), frame)
        case .attempt(let uid, let text):
            checkAgain(CheckerRequest.frame(trying: text, uid: uid), frame)
            let shown = text.span.array
            let side = Int(shown[0]) - 0x30
            let naive = NaiveReader(side: side, symbols: "123456789").read(shown)
            claim(naive == .pattern(String(decoding: shown.dropFirst(4), as: UTF8.self)), "\(naive)")
        }
    }

    private static func checkAgain(_ again: consuming Secret?, _ frame: [UInt8]) {
        guard let again else { return claim(false, "there is memory") }
        claim(again.span.array == frame, "a request is written as it was read")
    }

    /// An answer is exactly one frame; it keeps what it says.
    private static func checkAnswer(_ frame: [UInt8]) {
        guard let answer = CheckerAnswer(parsing: frame.span) else { return }
        claim(frame.count <= CheckerAnswer.maximumSize, "an answer has an end")
        claim(CheckerAnswer(parsing: answer.frame.span) == answer, "an answer is written as it was read")
        for length in 0..<frame.count {
            let part = Array(frame.prefix(length))
            claim(CheckerAnswer(parsing: part.span) == nil, "a part of an answer is none")
            claim(CheckerAnswer.isIncomplete(part.span), "more is waited for")
        }
        claim(!CheckerAnswer.isIncomplete(frame.span), "all is there")
    }

    /// The module's end with a checker that says anything, and calls that fail.
    private static func talk(_ feed: inout Feed) {
        World[FUZZ_HAS_PIDFD] = feed.choice(2)
        World[FUZZ_NO_NEW_PRIVILEGES] = feed.choice(2)
        World.planFaults(&feed)
        let (isTry, isSilent) = (feed.choice(3) > 0, feed.choice(2) == 0)
        let (typed, answer) = (feed.text(), feed.rest())
        World.put(FUZZ_ANSWERS, [isSilent ? 1 : 2] + answer)
        let client = CheckerClient(path: .checker, clock: SystemClock())
        let verdict = World.live { () -> Verdict in
            if isTry, let secret = Secret(copying: typed.span) {
                return client.judge(secret, keypad: .phone, account: account, grid: .phone)
            }
            switch client.admit(account) {
            case .ready: return .wrong
            case .refused(let verdict): return verdict
            }
        }
        claim(World[FUZZ_OPEN] == 0, "no descriptor is left open")
        claim(World[FUZZ_WAITED] <= 15_000, "it is not waited for without end")
        guard case .right = verdict else { return }
        let request = World.text(FUZZ_REQUEST)
        claim(isTry && request.starts(with: Array("pampat-1t".utf8)), "only a try is right")
        let canonical = String(decoding: request.dropFirst(18), as: UTF8.self)
        claim(
            NaiveReader(side: 3, symbols: "123456789").read(typed) == .pattern(canonical),
            "it is what was typed")
        claim(answer.starts(with: Array("PAMPAT-1".utf8) + [2]), "the checker said right")
        claim(answer.count >= 18 && answer.count == 18 + Int(answer[17]), "the frame is whole")
    }
}
