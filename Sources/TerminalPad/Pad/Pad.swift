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
        /// The password is used instead.
        case password
        /// Ctrl-Z.
        case suspend
        /// Ctrl-L: show all of the frame anew.
        case redraw
    }

    private let options: PadOptions
    private let glyphs: Glyphs
    private let width: TextLine.Width
    private var size: (rows: Int, columns: Int)
    private var session: PadSession
    /// Where the session draws.
    private var surface = Surface(size: Size(width: 0, height: 0))

    /// Starts with nothing drawn.
    package init(
        _ options: PadOptions, glyphs: Glyphs, rows: Int, columns: Int,
        width: @escaping TextLine.Width = { _ in 1 }
    ) {
        self.options = options
        self.glyphs = glyphs
        self.width = width
        size = (rows, columns)
        session = PadSession(options.session, surface: surface)
        fit(at: Moment(milliseconds: 0))
    }

    /// When to call ``tick(at:)``; nil for never.
    package var nextTick: Moment? { session.nextTick }

    /// Takes what came from the terminal.
    package mutating func handle(_ input: Input, at time: Moment) -> Progress {
        if let progress = control(input) { return progress }
        if isEnter(input), enterIsPassword { return .password }
        let progress =
            switch input {
            case .arrow(let direction): session.press(.arrow(direction), at: time)
            case .byte where isEnter(input): session.press(.enter, at: time)
            case .byte(UInt8(ascii: " ")): session.press(.space, at: time)
            case .byte(0x08), .byte(0x7f), .delete: session.press(.backspace, at: time)
            case .byte(let byte): session.press(.symbol(byte), at: time)
            case .mouse(let report): session.handle(event(report), at: time)
            case .escape: PadSession.Progress.going
            }
        return noting(progress, at: time)
    }

    /// Lets what has had its time end.
    package mutating func tick(at time: Moment) -> Progress { noting(session.tick(at: time), at: time) }

    /// The terminal has another size.
    package mutating func resize(rows: Int, columns: Int, at time: Moment) -> Progress {
        size = (rows, columns)
        fit(at: time)
        return .going
    }

    /// Overwrites what was drawn.
    package mutating func wipe() { session.wipe() }

    private func isEnter(_ input: Input) -> Bool { input == .byte(0x0d) || input == .byte(0x0a) }

    /// Enter would use the password instead.
    private var enterIsPassword: Bool {
        options.offersPassword && session.isUntouched && !session.entersNode
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

    private func event(_ report: MouseReport) -> Stroke.Event {
        // Beyond what the terminal can tell is nowhere, but a release there is one.
        let point = report.place.map { layout.point(at: $0, glyphs) } ?? Point(x: .nan, y: .nan)
        return switch report.action {
        case .press: .down(.mouse, point)
        case .drag: .move(.mouse, point)
        case .release: .up(.mouse, point)
        case .lost: .lost(.mouse)
        }
    }

    /// What a step of the session comes to here. Words above the pad may have come or gone with it.
    private mutating func noting(_ progress: PadSession.Progress, at time: Moment) -> Progress {
        fit(at: time)
        return switch progress {
        case .going: .going
        case .cancelled: .cancelled
        case .finished(let pattern): .finished(pattern)
        }
    }

    /// Gives the session all the room that words leave.
    private mutating func fit(at time: Moment) {
        let surface = layout.surface(glyphs)
        guard surface != self.surface else { return }
        self.surface = surface
        _ = session.handle(.resize(surface), at: time)
    }

    private var layout: Layout {
        Layout(
            rows: size.rows, columns: size.columns, grid: options.grid,
            // Once a drawing has ended, it is not about what is on the pad.
            message: session.hasEndedOne
                ? nil : options.message.map { TextLine(PadWords.message($0), width: width) },
            prompt: TextLine(PadWords.prompt(options, again: session.isRepeating), width: width),
            help: TextLine(PadWords.help(options), width: width))
    }

    /// What to show.
    package var frame: Frame {
        let layout = layout
        let scene = session.scene
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
            hint, isChoosing: session.isChoosing, entersNode: session.entersNode,
            enterIsPassword: enterIsPassword, hasHelp: !layout.help.isEmpty)
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
