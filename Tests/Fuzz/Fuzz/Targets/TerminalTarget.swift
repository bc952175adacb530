import PatternGrid
import PatternStroke
import TestSupport

@testable import TerminalPad

/// The pad on a terminal: any bytes in any pieces, time-outs and other sizes between them.
enum TerminalTarget {
    static func run(_ feed: inout Feed) {
        var options = PadOptions()
        options.grid = Grid(side: 3 + feed.choice(4)) ?? .phone
        options.keypad = Keypad.allCases[feed.choice(3)]
        options.isStealthy = feed.flag(oneIn: 4)
        options.confirms = feed.flag(oneIn: 4)
        if feed.flag(oneIn: 4) { options.message = String(decoding: feed.text().prefix(200), as: UTF8.self) }
        if feed.flag(oneIn: 4) { options.prompt = String(decoding: feed.text().prefix(200), as: UTF8.self) }
        let kind = feed.choice(4)
        options.offersPassword = kind >= 2 && !options.confirms
        let glyphs: Glyphs = kind % 2 == 0 ? .braille : .ascii
        var pad = Pad(options, glyphs: glyphs, rows: Int(feed.byte() % 64), columns: Int(feed.byte()))
        var (parser, time) = (InputParser(), UInt64(1_000))
        checkMouse(&feed)
        // What happens between the bytes; each byte of the text is one that the terminal sends.
        let bytes = feed.text()
        for byte in bytes {
            time += UInt64(feed.byte()) * 16
            let moment = Moment(milliseconds: time)
            var inputs = [parser.take(byte)].compactMap { $0 }
            switch feed.choice(16) {
            case 1: inputs += [parser.timeOut()].compactMap { $0 }
            case 2: _ = pad.resize(rows: Int(feed.byte() % 64), columns: Int(feed.byte()), at: moment)
            case 3: if isOver(pad.tick(at: moment), by: nil, options) { return }
            case 4: check(pad.frame)
            default: break
            }
            for input in inputs where isOver(pad.handle(input, at: moment), by: input, options) { return }
        }
        check(pad.frame)
        claim(pad.handle(.byte(3), at: Moment(milliseconds: time)) == .cancelled, "Ctrl-C cancels")
        pad.wipe()
    }

    private static func isOver(_ progress: Pad.Progress, by input: Input?, _ options: PadOptions) -> Bool {
        switch progress {
        case .going, .suspend, .redraw: return false
        case .cancelled:
            let keys: [Input] = [.escape, .byte(3), .byte(4), .byte(0x1c)]
            claim(input.map { keys.contains($0) } ?? false, "nothing else cancels")
            return true
        case .password:
            let isEnter = input == .byte(13) || input == .byte(10)
            claim(options.offersPassword && isEnter, "the password is by Enter, where it is offered")
            return true
        case .finished(let pattern):
            claim(pattern.grid == options.grid && pattern.isLongEnough, "what is reported is long enough")
            let nodes = pattern.nodes.map { Int($0.number) }
            claim(NaiveRules(side: pattern.grid.side).isLegal(nodes), "what is reported is legal")
            return true
        }
    }

    private static func check(_ frame: Frame) {
        let lines = frame.lines
        claim(lines.count == frame.rows, "a frame has its rows")
        guard let cursor = frame.cursor, frame.rows > 0, frame.columns > 0 else { return }
        claim(cursor.column < frame.columns, "the cursor is on the screen")
    }

    /// Reports of the mouse in the newer coding say what they say.
    private static func checkMouse(_ feed: inout Feed) {
        let (bits, column, row) = (Int(feed.byte()), Int(feed.byte()) * 37, Int(feed.byte()))
        let isRelease = feed.choice(2) == 0
        var parser = InputParser()
        var inputs: [Input] = []
        for byte in "\u{1b}[<\(bits);\(column);\(row)\(isRelease ? "m" : "M")".utf8 {
            if let input = parser.take(byte) { inputs.append(input) }
        }
        claim(!parser.isWaiting && inputs.count <= 1, "a report is one input")
        guard case .mouse(let report) = inputs.first else {
            return claim(inputs.isEmpty, "a report is of the mouse")
        }
        claim(bits < 64, "no wheel, no further buttons")
        let place = column > 0 && row > 0 ? MouseReport.Place(column: column - 1, row: row - 1) : nil
        claim(report.place == place, "a report is where it is")
        claim((report.action == .release) == (isRelease || bits & 3 == 3), "a release is one")
    }
}
