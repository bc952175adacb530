internal import CLinux
internal import CNcurses
internal import PatternStroke

/// A pad on a terminal that can place characters.
enum Drawing {
    /// How long to wait for more after an Esc, in milliseconds: a key's bytes come together, but over
    /// a slow line not at once.
    private static let escapeDelay: UInt64 = 50

    /// Draws until there is a result.
    static func run(_ options: PadOptions, on terminal: borrowing Terminal) -> Program.Ending {
        guard CursesScreen.isCapable(terminal.number),
            let screen = CursesScreen(terminal, colours: !isSet("NO_COLOR"))
        else { return .incapable }
        let size = terminal.size ?? screen.size
        screen.resize(rows: size.rows, columns: size.columns)
        var pad = Pad(
            options, glyphs: glyphs, rows: size.rows, columns: size.columns,
            width: { Int(character_width($0.value)) })
        let ending = loop(&pad, screen, terminal)
        pad.wipe()
        screen.leave()
        return ending
    }

    private static func loop(
        _ pad: inout Pad, _ screen: borrowing CursesScreen, _ terminal: borrowing Terminal
    ) -> Program.Ending {
        var parser = InputParser()
        var mouse = ConsoleMouse()
        mouse.open()
        defer { mouse.close() }
        Sandbox.enter(console: mouse.descriptor >= 0)
        screen.show(pad.frame, all: true)
        while true {
            var progress: [Pad.Progress] = []
            var stopsGroup = false
            switch terminal.wait(until: deadline(pad, parser), mouse: mouse.descriptor) {
            case .closed: return .cancelled
            case .timeout:
                if let input = parser.timeOut() { progress.append(pad.handle(input, at: Terminal.now)) }
                progress.append(pad.tick(at: Terminal.now))
            case .bytes(let bytes):
                // One after the other until something is decided: what comes later is dropped.
                for byte in bytes {
                    guard let input = parser.take(byte) else { continue }
                    let next = pad.handle(input, at: Terminal.now)
                    if next == .suspend, !terminal.signals.canStop { continue }
                    progress.append(next)
                    if progress.last != .going { break }
                }
                stopsGroup = true
            case .mouse:
                if let report = mouse.next() { progress.append(pad.handle(.mouse(report), at: Terminal.now)) }
            case .signal(SIGWINCH): progress.append(.redraw)
            case .signal(SIGCONT):
                // After a stop that nothing can be done at, SIGSTOP: the mode and the screen are others'.
                guard terminal.signals.regain(terminal.number) else { return .cancelled }
                screen.leave()
                screen.enter()
                progress.append(.redraw)
            case .signal(SIGTSTP): progress.append(.suspend)
            case .signal(let signal): return .died(signal)
            }
            var all = false
            switch progress.first(where: { $0 != .going }) {
            case .cancelled: return .cancelled
            case .finished(let pattern): return .pattern(pattern)
            case .password: return .empty
            case .redraw: all = true
            case .suspend:
                mouse.close()
                screen.leave()
                guard terminal.signals.stop(group: stopsGroup, terminal: terminal.number) else {
                    return .cancelled
                }
                screen.enter()
                mouse.open()
                all = true
            case .going, nil: break
            }
            if all, let size = terminal.size {
                screen.resize(rows: size.rows, columns: size.columns)
                _ = pad.resize(rows: size.rows, columns: size.columns, at: Terminal.now)
            }
            screen.show(pad.frame, all: all)
        }
    }

    private static func deadline(_ pad: borrowing Pad, _ parser: InputParser) -> Moment? {
        let escape =
            parser.isWaiting ? Moment(milliseconds: Terminal.now.milliseconds + escapeDelay) : nil
        guard let tick = pad.nextTick else { return escape }
        return escape.map { min($0, tick) } ?? tick
    }

    /// Braille where the characters can be written and are likely to be in the font.
    private static var glyphs: Glyphs {
        guard unsafe String(cString: nl_langinfo(nl_item(CODESET))).equals("UTF-8"),
            character_width(0x28ff) == 1
        else {
            return .ascii
        }
        let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
        // The Linux console's fonts have 512 characters at most, and hardware terminals no Unicode.
        let plain = ["linux", "vt", "ansi", "cons25", "sun", "bterm", "jfbterm", "hurd", "mach"]
        return plain.contains { name.begins(with: $0) } ? .ascii : .braille
    }

    /// Whether a variable has a value: no-color.org counts an empty one as none.
    private static func isSet(_ name: String) -> Bool {
        unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false
    }
}
