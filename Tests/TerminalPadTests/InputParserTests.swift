import PatternStroke
import Testing

@testable import TerminalPad

@Suite("What a terminal's bytes mean")
struct InputParserTests {
    /// Everything that some bytes make; a pause at their end.
    private func inputs(_ text: String) -> [Input] {
        var parser = InputParser()
        var inputs = text.unicodeScalars.compactMap { parser.take(UInt8(truncatingIfNeeded: $0.value)) }
        if let last = parser.timeOut() { inputs.append(last) }
        return inputs
    }

    @Test(
        "Keys",
        arguments: [
            ("15", [.byte(0x31), .byte(0x35)]),
            ("\r\u{7f}", [.byte(0x0d), .byte(0x7f)]),
            ("\u{1b}", [.escape]),
            ("\u{1b}\u{1b}", [.escape, .escape]),
            (
                "\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D",
                [.arrow(.up), .arrow(.down), .arrow(.right), .arrow(.left)]
            ),
            ("\u{1b}OA\u{1b}OD", [.arrow(.up), .arrow(.left)]),  // application mode
            ("\u{1b}[1;5C", [.arrow(.right)]),  // with Control
            ("\u{1b}Oq\u{1b}Oy\u{1b}OM", [.byte(0x31), .byte(0x39), .byte(0x0d)]),  // number block
            ("\u{1b}[3~", [.delete]),
            ("\u{1b}x1", [.byte(0x31)]),  // Alt and x
            ("\u{1b}[15~1", [.byte(0x31)]),  // F5
            ("\u{1b}[[A1", [.byte(0x31)]),  // F1 on the Linux console
            ("\u{1b}[200~", []),
            ("\u{1b}[1\u{1b}[A", [.arrow(.up)]),  // a broken one before
            ("\u{1b}[", []),  // half of one
            ("\u{1b}[" + String(repeating: "9", count: 4_000) + "A1", [.byte(0x31)]),
        ] as [(String, [Input])])
    func keys(text: String, expected: [Input]) {
        #expect(inputs(text) == expected)
    }

    @Test(
        "The mouse in both codings",
        arguments: [
            ("\u{1b}[<0;5;7M", .press, 4, 6),
            ("\u{1b}[<32;5;7M", .drag, 4, 6),
            ("\u{1b}[<0;5;7m", .release, 4, 6),
            ("\u{1b}[<4;5;7M", .press, 4, 6),  // with Shift
            ("\u{1b}[<0;500;7M", .press, 499, 6),
            ("\u{1b}[M %'", .press, 4, 6),
            ("\u{1b}[M@%'", .drag, 4, 6),
            ("\u{1b}[M#%'", .release, 4, 6),
        ] as [(String, MouseReport.Action, Int, Int)])
    func mouse(text: String, action: MouseReport.Action, column: Int, row: Int) {
        let report = MouseReport(action, at: MouseReport.Place(column: column, row: row))
        #expect(inputs(text) == [.mouse(report)])
    }

    @Test(
        "What is no drawing",
        arguments: [
            "\u{1b}[<2;5;7M",  // the right button
            "\u{1b}[<34;5;7M", "\u{1b}[<2;5;7m",
            "\u{1b}[<35;5;7M",  // a move without a button
            "\u{1b}[<64;5;7M",  // the wheel
            "\u{1b}[<0;5M", "\u{1b}[<;;M", "\u{1b}[<x;5;7M", "\u{1b}[M`%'", "\u{1b}[M\u{ff}\u{ff}\u{ff}",
        ])
    func noDrawing(text: String) {
        let draws = inputs(text).contains { input in
            if case .mouse(let report) = input { report.place != nil } else { false }
        }
        #expect(!draws)
    }

    @Test("Beyond column 223 the old coding tells no place")
    func noPlace() {
        #expect(inputs("\u{1b}[M#\u{0}\u{0}") == [.mouse(MouseReport(.release, at: nil))])
    }

    @Test("Random bytes never trap, and a pause always ends what they began")
    func random() {
        var parser = InputParser()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100_000 {
            let interesting: [UInt8] = [0x1b, 0x5b, 0x4d, 0x3c, 0x3b, 0x4f, 0x6d]
            let byte =
                Bool.random(using: &generator)
                ? interesting[Int.random(in: 0..<interesting.count, using: &generator)]
                : UInt8.random(in: 0...255, using: &generator)
            _ = parser.take(byte)
        }
        _ = parser.timeOut()
        #expect(!parser.isWaiting)
        #expect(parser.take(0x31) == .byte(0x31))
    }
}
