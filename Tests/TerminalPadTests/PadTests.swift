import PatternGrid
import PatternStroke
import Testing

@testable import TerminalPad

@Suite("The pad from its first screen to its result")
struct PadTests {
    private func pad(
        _ change: (inout PadOptions) -> Void = { _ in }, glyphs: Glyphs = .ascii, rows: Int = 24,
        columns: Int = 80
    ) -> Pad {
        var options = PadOptions()
        change(&options)
        return Pad(options, glyphs: glyphs, rows: rows, columns: columns)
    }

    private static let start = Moment(milliseconds: 1_000)

    /// Types bytes; what the last led to.
    private func type(_ text: String, on pad: inout Pad, at time: Moment = start) -> Pad.Progress {
        var last = Pad.Progress.going
        for byte in text.utf8 { last = pad.handle(.byte(byte), at: time) }
        return last
    }

    private func result(_ text: String) -> Pad.Progress {
        .finished(Pattern(visiting: text.utf8.map { Node($0 - 0x30) }, on: .phone))
    }

    @Test("Digits and Enter")
    func digits() {
        var pad = pad()
        #expect(type("15987\r", on: &pad) == result("15987"))
    }

    @Test("Enter takes the node that an arrow came to, and finishes else")
    func arrows() {
        var pad = pad()
        _ = type("159", on: &pad)
        for direction in [Stroke.Direction.up, .right, .right, .down, .down, .left] {
            _ = pad.handle(.arrow(direction), at: PadTests.start)  // the first shows the focus, on node 1
        }
        #expect(type("\r", on: &pad) == .going)
        #expect(type("\r", on: &pad) == result("1598"))
    }

    @Test("An arrow to a node that was visited leaves Enter to finish")
    func arrowToVisited() {
        var pad = pad()
        _ = type("1598", on: &pad)
        _ = pad.handle(.arrow(.right), at: PadTests.start)  // node 1, visited
        #expect(type("\r", on: &pad) == result("1598"))
    }

    @Test("Too short is said, and cleared after two seconds")
    func tooShort() {
        var pad = pad()
        #expect(type("12\r", on: &pad) == .going)
        #expect(pad.frame.lines.contains { $0.contains("Too short") })
        #expect(pad.nextTick == Moment(milliseconds: 3_000))
        #expect(pad.tick(at: Moment(milliseconds: 3_000)) == .going)
        #expect(!pad.frame.lines.contains { $0.contains("Too short") })
    }

    @Test("Twice the same, after a mismatch that keeps the first")
    func confirm() {
        var pad = pad { $0.confirms = true }
        #expect(type("15987\r", on: &pad) == .going)
        #expect(pad.frame.lines.contains { $0.contains("same again") })
        #expect(type("15984\r", on: &pad) == .going)
        #expect(pad.frame.lines.contains { $0.contains("Not the same") })
        #expect(type("1987\r", on: &pad) == .going)
        #expect(pad.frame.lines.contains { $0.contains("Done") })
        #expect(pad.nextTick == Moment(milliseconds: 1_400))
        #expect(pad.tick(at: Moment(milliseconds: 1_399)) == .going)
        #expect(pad.tick(at: Moment(milliseconds: 1_400)) == result("15987"))
    }

    @Test("While choosing, nodes that a step would not reach alone are marked")
    func reach() {
        var pad = pad { $0.confirms = true }
        _ = type("1", on: &pad)
        // 3, 7 and 9 lie behind others.
        #expect(pad.frame.lines.joined().count { $0 == "." } >= 3)
    }

    @Test("Enter uses the password as long as nothing is drawn, and only where that is offered")
    func password() {
        var pad = pad { $0.offersPassword = true }
        #expect(pad.frame.lines.contains { $0.contains("Enter: use the password.") })
        #expect(type("1", on: &pad) == .going)
        #expect(!pad.frame.lines.contains { $0.contains("password") })
        #expect(type("\r", on: &pad) == .going, "too short, and so for two seconds")
        #expect(type("\r", on: &pad) == .going)
        #expect(pad.tick(at: Moment(milliseconds: 3_000)) == .going)
        #expect(pad.frame.lines.contains { $0.contains("Enter: use the password.") })
        #expect(pad.handle(.arrow(.down), at: Moment(milliseconds: 3_000)) == .going)
        #expect(!pad.frame.lines.contains { $0.contains("password") })
        #expect(type("\r", on: &pad, at: Moment(milliseconds: 3_000)) == .going, "takes the dot")
        #expect(type("\u{7f}", on: &pad, at: Moment(milliseconds: 3_000)) == .going)
        #expect(type("\n", on: &pad, at: Moment(milliseconds: 3_000)) == .password)
        var plain = self.pad()
        #expect(!plain.frame.lines.contains { $0.contains("password") })
        #expect(type("\r", on: &plain) == .going)
    }

    @Test("With the mouse down Enter does nothing")
    func passwordWhileDrawing() {
        var pad = pad { $0.offersPassword = true }
        let press = MouseReport(.press, at: MouseReport.Place(column: 0, row: 0))
        #expect(pad.handle(.mouse(press), at: PadTests.start) == .going)
        #expect(type("\r", on: &pad) == .going)
    }

    @Test("Cancelling at any time", arguments: ["", "1", "12\r", "15987"], [0x03, 0x04, 0x1c] as [UInt8])
    func cancel(typed: String, key: UInt8) {
        var pad = pad { $0.confirms = true }
        _ = type(typed, on: &pad)
        #expect(pad.handle(.byte(key), at: PadTests.start) == .cancelled)
        #expect(pad.handle(.escape, at: PadTests.start) == .cancelled)
    }

    @Test("Stealth looks the same whatever was drawn")
    func stealth() {
        var pad = pad { $0.isStealthy = true }
        _ = type("1", on: &pad)
        let frame = pad.frame
        _ = type("5", on: &pad)
        #expect(pad.frame == frame)
    }

    @Test("The message goes with the first drawing")
    func message() {
        var pad = pad { $0.message = "Too common." }
        #expect(pad.frame.lines[0].contains("Too common."))
        #expect(pad.frame.style(row: 0, column: 40) == .wrong)
        _ = type("12\r", on: &pad)
        #expect(!pad.frame.lines.contains { $0.contains("Too common.") })
    }

    @Test("Any size shows something and takes a pattern by keys", arguments: [Glyphs.braille, .ascii])
    func sizes(glyphs: Glyphs) {
        for rows in 0...40 {
            for columns in [0, 1, 3, 8, 20, 80, 240] {
                var pad = pad({ $0.message = "No." }, glyphs: glyphs)
                _ = pad.resize(rows: rows, columns: columns, at: PadTests.start)
                _ = type("15", on: &pad)
                #expect(pad.frame.lines.count == rows)
                #expect(type("987\r", on: &pad) == result("15987"))
            }
        }
    }

    @Test("What is drawn in ASCII")
    func picture() {
        var pad = pad(rows: 10, columns: 20)
        _ = type("1236", on: &pad)
        #expect(
            pad.frame.lines == [
                " Draw your pattern", "", "    (*)-(*)-(*)", "             |", "     o   o  (@)", "",
                "     o   o   o", "", "", "  Enter when done.",
            ])
    }

    @Test("Lines of braille join the nodes and nothing else")
    func dots() {
        var pad = pad(glyphs: .braille)
        let empty = pad.frame.lines
        _ = type("123", on: &pad)
        let drawn = pad.frame.lines
        let changed = zip(empty, drawn).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        // The nodes of one row, three lines of text high, and the line of status.
        #expect(changed.count <= 4)
        #expect(drawn.contains { $0.contains("⠶⠶⠶⠶") })
    }
}
