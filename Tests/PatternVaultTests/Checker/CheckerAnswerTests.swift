import PatternGrid
import PatternVault
import TestSupport
import Testing

/// What the checker says, as bytes.
struct CheckerAnswerTests {
    /// A frame by the documented layout: magic, code, number, length, text.
    static func frame(
        magic: String = "PAMPAT-1", _ code: UInt8, _ number: UInt64 = 0, length: Int? = nil, text: String = ""
    ) -> [UInt8] {
        magic.bytes + [code] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            + [UInt8(length ?? text.utf8.count)] + text.bytes
    }

    static let answers: [(CheckerAnswer, [UInt8])] = [
        (.ready(.phone), frame(1, 3)),
        (.right(wrongBefore: 0), frame(2, 0)),
        (.right(wrongBefore: 4), frame(2, 4)),
        (.wrong, frame(3)),
        (.locked(.seconds(1)), frame(4, 1)),
        (.locked(.seconds(14_400)), frame(4, 14_400)),
        (.locked(.untilStrongFactor), frame(4, 0)),
        (.notEnrolled, frame(5)),
        (.strongFactorDue, frame(6)),
        (.unusable("attempts is damaged".bytes), frame(7, text: "attempts is damaged")),
        (.unusable([]), frame(7)),
        (.noRights, frame(8)),
        (.refused("no such account".bytes), frame(9, text: "no such account")),
    ]

    private static func read(_ frame: [UInt8]) -> CheckerAnswer? { CheckerAnswer(parsing: frame.span) }

    @Test(arguments: answers)
    func isWrittenAndReadAsDocumented(answer: CheckerAnswer, frame: [UInt8]) {
        #expect(answer.frame == frame)
        #expect(Self.read(frame) == answer)
    }

    @Test(arguments: answers)
    func isNoneWhenItIsCutShortOrTooLong(answer: CheckerAnswer, frame: [UInt8]) {
        for size in 0..<frame.count {
            #expect(Self.read(Array(frame[..<size])) == nil, "\(size) bytes")
        }
        #expect(Self.read(frame + [0]) == nil)
        #expect(Self.read(frame + frame) == nil)
    }

    @Test(arguments: 3...6)
    func tellsEveryGrid(side: Int) throws {
        let answer = CheckerAnswer.ready(try #require(Grid(side: side)))
        #expect(Self.read(answer.frame) == answer)
    }

    @Test(arguments: [
        (frame(magic: "PAMPAT-2", 3), "another version"), (frame(magic: "pampat-1", 3), "a request's word"),
        (frame(0), "no code"), (frame(10), "a code that is not there yet"), (frame(255), "the last byte"),
        (frame(1, 0), "no grid"), (frame(1, 2), "too small a grid"), (frame(1, 7), "too large a grid"),
        (frame(1, .max), "far too large a grid"), (frame(3, length: 1), "a text that is missing"),
        (frame(7, length: 3, text: "text"), "a length less than the text"),
        (frame(7, text: String(repeating: "a", count: 201)), "a text longer than may be"),
        (frame(7, text: String(repeating: "a", count: 255)), "as long as a byte can say"),
    ])
    func isNoneInAnyOtherForm(frame: [UInt8], why: String) {
        #expect(Self.read(frame) == nil, "\(why)")
    }

    @Test func hasOnlyOneCodeForRight() {
        for code in UInt8.min...UInt8.max where code != 2 {
            for number in [0, 1, 3, .max] as [UInt64] {
                if case .right = Self.read(Self.frame(code, number)) { Issue.record("code \(code)") }
            }
        }
    }

    @Test func takesNumbersOfAnySize() {
        #expect(Self.read(Self.frame(4, .max)) == .locked(.seconds(.max)))
        #expect(Self.read(Self.frame(2, .max)) == .right(wrongBefore: .max))
        #expect(CheckerAnswer.locked(.seconds(0)).frame == Self.frame(4, 1), "0 would be for good")
        #expect(CheckerAnswer.locked(.seconds(-5)).frame == Self.frame(4, 1))
        #expect(CheckerAnswer.right(wrongBefore: -1).frame == Self.frame(2, 0))
    }

    @Test func cutsALongTextAndStaysBelowPIPEBUF() {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
        let frame = CheckerAnswer.unusable(long).frame
        #expect(frame.count == CheckerAnswer.maximumSize)
        #expect(frame.count <= 512)
        #expect(Self.read(frame) == .unusable(Array(long.prefix(200))))
    }

    /// What the checker makes of a verdict, and the module of that.
    @Test(
        arguments: [
            (.right(wrongBefore: 3), .right(wrongBefore: 3)),
            (.wrong, .wrong),
            (.locked(.seconds(60)), .locked(.seconds(60))),
            (.locked(.untilStrongFactor), .locked(.untilStrongFactor)),
            (.notEnrolled, .notEnrolled),
            (.refused(.strongFactorDue), .strongFactorDue),
            (.storeUnusable(StoreError(.store, .system(.accessDenied))), .noRights),
            (
                .storeUnusable(StoreError(.attempts, .format)),
                .unusable("attempts is damaged".bytes)
            ),
            (
                .storeUnusable(StoreError(.attempts, .busy)),
                .unusable("attempts is kept locked by another process".bytes)
            ),
            (.hashFailed(.noMemory), .unusable("no memory for the hash".bytes)),
            (.noMemory, .unusable("no memory".bytes)),
            (.typed(.notAPattern), .unusable("not a pattern".bytes)),
        ] as [(Verdict, CheckerAnswer)])
    func standsForAVerdict(verdict: Verdict, answer: CheckerAnswer) {
        #expect(CheckerAnswer(verdict) == answer)
    }

    @Test func survivesRandomBytes() async {
        await #expect(processExitsWith: .success) {
            var random = SeededRandom(seed: 7)
            for turn in 0..<20_000 {
                var frame = random.bytes(Int.random(in: 0...300, using: &random), of: [UInt8](0...255))
                if turn.isMultiple(of: 2), frame.count >= 18 {
                    frame.replaceSubrange(0..<8, with: "PAMPAT-1".bytes)
                    frame[8] = UInt8.random(in: 0...10, using: &random)
                    frame[17] = UInt8(truncatingIfNeeded: frame.count - 18)
                }
                _ = CheckerAnswer(parsing: frame.span)
            }
        }
    }
}
