import PatternGrid
import PatternVault
import TestSupport
import Testing

/// What is asked of the checker, as bytes.
struct CheckerRequestTests {
    /// A request in a form to compare.
    enum Request: Equatable, Sendable {
        case ask(UInt32)
        case attempt(UInt32, String)
        case none

        /// Reads a frame.
        init(_ frame: [UInt8]) {
            switch CheckerRequest.parse(frame.span) {
            case .ask(let uid): self = .ask(uid)
            case .attempt(let uid, let text): self = .attempt(uid, String(text.span.array))
            case nil: self = .none
            }
        }
    }

    /// A frame by the documented layout: magic, kind, uid, length, text.
    private static func frame(
        magic: String = "pampat-1", kind: String = "t", uid: [UInt8] = [0xe8, 3, 0, 0], length: Int? = nil,
        text: String = Sample.canonical
    ) -> [UInt8] {
        magic.bytes + kind.bytes + uid + [UInt8(length ?? text.utf8.count)] + text.bytes
    }

    @Test func isWrittenAsDocumented() throws {
        let asking = try present(CheckerRequest.frame(askingFor: 0xfedc_ba98))
        #expect(asking.span.array == Self.frame(kind: "a", uid: [0x98, 0xba, 0xdc, 0xfe], text: ""))
        let trying = try present(
            CheckerRequest.frame(trying: try Secret.text(Sample.canonical), uid: 1_000))
        #expect(trying.span.array == Self.frame())
    }

    @Test(arguments: ["a", "t"])
    func tellsWhomItIsAbout(kind: String) throws {
        let frame = Self.frame(
            kind: kind, uid: [0x98, 0xba, 0xdc, 0xfe], text: kind == "a" ? "" : Sample.canonical)
        #expect(CheckerRequest.parse(frame.span)?.uid == 0xfedc_ba98)
    }

    @Test(arguments: [0, 1, 1_000, 65_534, 1 << 31, .max] as [UInt32])
    func isReadAsItWasWritten(uid: UInt32) throws {
        let asking = try present(CheckerRequest.frame(askingFor: uid))
        #expect(Request(asking.span.array) == .ask(uid))
        for side in 3...6 {
            let grid = try #require(Grid(side: side))
            let all = (1...(side * side)).map(String.init).joined(separator: "-")
            let text = try SecretPattern.canonicalText(of: all.bytes.span, keypad: .phone, grid: grid)
            let trying = try present(CheckerRequest.frame(trying: text, uid: uid))
            #expect(Request(trying.span.array) == .attempt(uid, "\(side)x\(side):\(all)"))
            #expect(trying.count <= CheckerRequest.maximumSize)
        }
    }

    /// It is written into an empty pipe at once: pipe(7) promises at least 512 bytes.
    @Test func fitsIntoAPipe() {
        #expect(CheckerRequest.maximumSize <= 512)
    }

    @Test func isNoneWhenItIsCutShortOrTooLong() {
        for frame in [Self.frame(), Self.frame(kind: "a", text: "")] {
            #expect(Request(frame) != .none)
            for size in 0..<frame.count {
                #expect(Request(Array(frame[..<size])) == .none, "\(size) bytes")
            }
            #expect(Request(frame + [0]) == .none, "a byte too many")
            #expect(Request(frame + frame) == .none, "two at once")
        }
    }

    @Test(arguments: [
        (frame(magic: "pampat-2"), "another version"),
        (frame(magic: "PAMPAT-1"), "an answer's word"),
        (frame(kind: "A", text: ""), "no kind"),
        (frame(kind: "T"), "no kind"),
        (frame(kind: "\u{0}"), "no kind"),
        (frame(kind: "a"), "a text in a question"),
        (frame(kind: "t", text: ""), "a try without a text"),
        (frame(length: 14), "a length less than the text"),
        (frame(length: 16), "a length above it"),
        (frame(length: 0), "no length"),
        (frame(length: 255), "the greatest length"),
    ])
    func isNoneInAnyOtherForm(frame: [UInt8], why: String) {
        #expect(Request(frame) == .none, "\(why)")
    }

    @Test(arguments: [
        ("741683", "as it is typed"), ("3x3:741683", "without dashes"), ("3x3:1-3-2-6", "a jump over 2"),
        ("3x3:1-1-2-3-6", "a node twice"), ("3x3:1-2-3", "too short"), ("3x3:", "no node"), ("3x3", "a grid"),
        ("3x3:01-2-3-6", "a leading zero"), ("3x3:1-2-3-6-", "a dash at the end"),
        ("3x3:-1-2-3-6", "one in front"), ("3x3:1--2-3-6", "two together"),
        ("3x3:1-2-3-6 ", "a blank behind"),
        (" 3x3:1-2-3-6", "one in front"), ("3x3: 1-2-3-6", "one inside"), ("3x3:1,2,3,6", "commas"),
        ("3X3:1-2-3-6", "a capital"), ("3x3:1-2-3-10", "no node of the grid"), ("3x3:0-1-2-3", "no node"),
        ("3x4:1-2-3-4", "no grid"), ("2x2:1-2-3-4", "too small a grid"), ("7x7:1-2-3-4", "too large a grid"),
        ("3x3:1-2-3-6\n", "a line feed"), ("3x3:1-2-3-6\u{0}", "a NUL"), ("4x4:1-2-3-4x", "a letter"),
        ("3x3:1-2-3-6,3x3:1-4-7-8", "two texts"),
    ])
    func takesNoTextButTheCanonicalOne(text: String, why: String) {
        #expect(Request(Self.frame(text: text)) == .none, "\(why)")
    }

    @Test func survivesRandomBytes() async {
        await #expect(processExitsWith: .success) {
            var random = SeededRandom(seed: 5)
            let all = [UInt8](0...255)
            for turn in 0..<20_000 {
                var frame = random.bytes(Int.random(in: 0...200, using: &random), of: all)
                if turn.isMultiple(of: 2) {
                    frame.replaceSubrange(0..<min(8, frame.count), with: "pampat-1".bytes)
                }
                if turn.isMultiple(of: 4), frame.count > 14 {
                    frame[8] = UInt8(ascii: "t")
                    frame[13] = UInt8(frame.count - 14)
                    frame.replaceSubrange(14..., with: random.bytes(frame.count - 14, of: "3x:-126 ".bytes))
                }
                if case .attempt(_, let text) = Request(frame) {
                    let again = try SecretPattern.canonicalText(
                        of: text.bytes.span, keypad: .phone,
                        grid: try #require(Grid(side: Int(text.bytes[0] - 48))))
                    #expect(String(again.span.array) == text)
                }
            }
        }
    }
}
