package import PatternGrid
package import PatternStroke

/// A pad from its first screen to its result: inputs go in, what to do next comes out, and ``frame``
/// is what to show. Pure; time comes in with the inputs.
package struct Pad: ~Copyable {
    /// What to do next.
    package enum Progress: Equatable, Sendable {
        /// Show the frame and wait for more.
        case going
        /// The user gave up.
        case cancelled
        /// The result.
        case finished(Pattern)
        /// Ctrl-Z.
        case suspend
        /// Ctrl-L: show all of the frame anew.
        case redraw
    }

    private let options: PadOptions
    private let glyphs: Glyphs
    private let width: TextLine.Width
    private var size: (rows: Int, columns: Int)
    private var stroke: Stroke
    /// What was drawn first, where it is asked for twice.
    private var first: Pattern?
    /// The result that is shown green till then.
    private var result: (pattern: Pattern, until: Moment)?
    /// The message from before is not about what is on the pad now.
    private var hasDrawn = false
    /// The last key was an arrow: Enter takes that node rather than finish.
    private var arrowCameLast = false

    /// For how long a confirmed pattern is green, in milliseconds.
    private static let rightDuration: UInt64 = 400

    /// Starts with nothing drawn.
    package init(
        _ options: PadOptions, glyphs: Glyphs, rows: Int, columns: Int,
        width: @escaping TextLine.Width = { _ in 1 }
    ) {
        self.options = options
        self.glyphs = glyphs
        self.width = width
        size = (rows, columns)
        stroke = Pad.stroke(options, isChoosing: options.isChoosing, Surface(size: Size(width: 0, height: 0)))
        _ = stroke.handle(.resize(layout.surface(glyphs)), at: Moment(milliseconds: 0))
    }

    /// When to call ``tick(at:)``; nil for never.
    package var nextTick: Moment? { result?.until ?? stroke.nextTick }

    /// Takes what came from the terminal.
    package mutating func handle(_ input: Input, at time: Moment) -> Progress {
        if let progress = control(input) { return progress }
        if let result { return .finished(result.pattern) }
        let wasArrow = arrowCameLast
        arrowCameLast = false
        switch input {
        case .arrow(let direction):
            arrowCameLast = true
            return send(.cursor(direction), at: time)
        case .byte(0x0d), .byte(0x0a):
            return send(wasArrow && focusIsFree ? .select : .finish, at: time)
        case .byte(UInt8(ascii: " ")): return send(.select, at: time)
        case .byte(0x08), .byte(0x7f), .delete: return send(.erase, at: time)
        case .byte(let byte): return send(.symbol(byte), at: time)
        case .mouse(let report): return mouse(report, at: time)
        case .escape: return .going
        }
    }

    /// Lets what has had its time end.
    package mutating func tick(at time: Moment) -> Progress {
        if let result, time >= result.until { return .finished(result.pattern) }
        return send(.tick, at: time)
    }

    /// The terminal has another size.
    package mutating func resize(rows: Int, columns: Int, at time: Moment) -> Progress {
        size = (rows, columns)
        return send(.resize(layout.surface(glyphs)), at: time)
    }

    /// Overwrites what was drawn.
    package mutating func wipe() {
        stroke.wipe()
        first = nil
        result = nil
    }

    /// Keys that mean the same at any time.
    private mutating func control(_ input: Input) -> Progress? {
        switch input {
        // Ctrl-C, Ctrl-D and Ctrl-\ are ordinary bytes in raw mode.
        case .escape, .byte(0x03), .byte(0x04), .byte(0x1c): .cancelled
        case .byte(0x1a): .suspend
        case .byte(0x0c): .redraw
        default: nil
        }
    }

    private mutating func mouse(_ report: MouseReport, at time: Moment) -> Progress {
        // Beyond what the terminal can tell is nowhere, but a release there is one.
        let point = report.place.map { layout.point(at: $0, glyphs) } ?? Point(x: .nan, y: .nan)
        switch report.action {
        case .press: return send(.down(.mouse, point), at: time)
        case .drag: return send(.move(.mouse, point), at: time)
        case .release: return send(.up(.mouse, point), at: time)
        case .lost: return send(.lost(.mouse), at: time)
        }
    }

    private mutating func send(_ event: Stroke.Event, at time: Moment) -> Progress {
        switch stroke.handle(event, at: time) {
        case .none, .dropped: return .going
        case .tooShort:
            showsNoMessage(at: time)
            return .going
        case .cancelled: return .cancelled
        case .finished(let pattern): return finish(pattern, at: time)
        }
    }

    private mutating func finish(_ pattern: Pattern, at time: Moment) -> Progress {
        guard options.confirms else { return .finished(pattern) }
        guard let first else {
            first = pattern
            stroke = Pad.stroke(options, isChoosing: false, layout.surface(glyphs))
            showsNoMessage(at: time)
            return .going
        }
        guard pattern == first else {
            _ = stroke.handle(.wrong, at: time)
            return .going
        }
        _ = stroke.handle(.right, at: time)
        result = (pattern, Moment(milliseconds: time.milliseconds &+ Pad.rightDuration))
        return .going
    }

    /// The message goes, and the pad may take its place.
    private mutating func showsNoMessage(at time: Moment) {
        hasDrawn = true
        _ = stroke.handle(.resize(layout.surface(glyphs)), at: time)
    }

    private static func stroke(_ options: PadOptions, isChoosing: Bool, _ surface: Surface) -> Stroke {
        Stroke(
            grid: options.grid, surface: surface, keypad: options.keypad, isStealthy: options.isStealthy,
            isChoosing: isChoosing)
    }

    private var focusIsFree: Bool {
        stroke.scene.nodes.contains { $0.hasFocus && $0.state == .free }
    }

    private var layout: Layout {
        Layout(
            rows: size.rows, columns: size.columns, grid: options.grid,
            message: hasDrawn ? nil : options.message.map { TextLine(PadWords.message($0), width: width) },
            prompt: TextLine(PadWords.prompt(options, again: first != nil), width: width),
            help: TextLine(PadWords.help(options), width: width))
    }

    /// What to show.
    package var frame: Frame {
        let layout = layout
        let scene = stroke.scene
        var frame = Frame(rows: size.rows, columns: size.columns)
        let painter = Painter(scene: scene, layout: layout)
        switch glyphs {
        case .braille: painter.paintDots(on: &frame)
        case .ascii: painter.paintCharacters(on: &frame)
        }
        var row = layout.top
        for line in layout.message {
            frame.put(line, row: row, column: layout.column(of: line), style: .wrong)
            row += 1
        }
        for line in layout.prompt {
            frame.put(line, row: row, column: layout.column(of: line), style: .bold)
            row += 1
        }
        putStatus(scene.hint, layout, on: &frame)
        for (index, line) in layout.help.enumerated() {
            frame.put(line, row: layout.status + 1 + index, column: layout.column(of: line), style: .faint)
        }
        return frame
    }

    private func putStatus(_ hint: Hint, _ layout: Layout, on frame: inout Frame) {
        let words = PadWords.status(
            hint, isChoosing: stroke.isChoosing, entersNode: arrowCameLast && focusIsFree,
            hasHelp: !layout.help.isEmpty)
        let lines = words.map { TextLine($0, width: width) }
        guard let line = lines.first(where: { $0.width <= layout.columns }) ?? lines.last else { return }
        let style: Frame.Style =
            switch hint {
            case .right: .right
            case .wrong: .wrong
            default: .plain
            }
        let column = layout.column(of: line)
        frame.put(line, row: layout.status, column: column, style: style)
        if frame.cursor == nil {
            frame.cursor = MouseReport.Place(
                column: min(column + line.width, layout.columns - 1), row: layout.status)
        }
    }
}
