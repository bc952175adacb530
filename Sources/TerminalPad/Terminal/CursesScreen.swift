internal import CLinux
internal import CNcurses
internal import CommandSupport

/// The terminal in ncurses' hands, with the mouse reported.
struct CursesScreen: ~Copyable {
    private let terminal: CInt
    private let mode: termios
    private let mouseOn: String
    private let mouseOff: String
    /// What a crash writes.
    private let restoring: String

    /// Whether a terminal can place characters, by what terminfo knows of TERM.
    static func isCapable(_ terminal: CInt) -> Bool {
        guard curses_load(terminal) else { return false }
        return capability("cup") != nil && capability("clear") != nil && !isGeneric
    }

    /// Takes the terminal; nil when ncurses can't.
    init?(_ terminal: borrowing Terminal, colours: Bool) {
        // Asked before newterm, which takes terminfo's data for its own.
        let kmous = CursesScreen.capability("kmous")
        let isANSI = CursesScreen.capability("cup")?.begins(with: "\u{1b}[") ?? false
        // 1002 reports drags. 1006 has no limit of columns, but where terminfo does not promise it,
        // something between us and the screen may not know it.
        let modes = kmous?.equals("\u{1b}[<") ?? false ? ["1002", "1006"] : isANSI ? ["1002"] : []
        mouseOn = modes.map { "\u{1b}[?\($0)h" }.joined()
        mouseOff = modes.reversed().map { "\u{1b}[?\($0)l" }.joined()
        let restoring = ["sgr0", "op", "cnorm", "rmcup"].compactMap { CursesScreen.capability($0) }
        self.restoring = mouseOff + restoring.map { CursesScreen.withoutPadding($0) }.joined()
        self.terminal = terminal.number
        mode = terminal.mode
        guard curses_open(terminal.number, colours) else { return nil }
        enter()
    }

    /// Takes the terminal again, for a frame that is then shown in full.
    func enter() {
        var mode = mode
        let bytes = Array(restoring.utf8CString)
        // SAFETY: both live through the call, which copies them; the 0 at the end is left out.
        unsafe crash_watch(terminal, &mode, bytes, bytes.count - 1)
        _ = CommandOutput.write(mouseOn, to: terminal)
    }

    /// The size that ncurses goes by.
    var size: (rows: Int, columns: Int) {
        var (rows, columns): (CInt, CInt) = (0, 0)
        // SAFETY: both live through the call.
        unsafe curses_size(&rows, &columns)
        return (Int(rows), Int(columns))
    }

    /// Draws a frame; only what has changed is written, unless all is to be.
    func show(_ frame: borrowing Frame, all: Bool) {
        curses_erase()
        for run in frame.runs {
            let (colour, bold, faint) = CursesScreen.attributes(run.style)
            // SAFETY: the text lives through the call and has the count that is told.
            unsafe curses_put(
                CInt(run.row), CInt(run.column), run.text, CInt(run.text.utf8.count), colour, bold, faint)
        }
        if let cursor = frame.cursor { curses_move(CInt(cursor.row), CInt(cursor.column)) }
        if all { curses_redraw() } else { curses_refresh() }
    }

    /// Tells ncurses another size.
    func resize(rows: Int, columns: Int) {
        curses_resize(CInt(rows), CInt(columns))
    }

    /// Gives the terminal back as it was found, with nothing of the drawing left on it.
    func leave() {
        _ = CommandOutput.write(mouseOff, to: terminal)
        curses_erase()
        curses_refresh()
        var mode = mode
        // What is still on the way, half a pattern or the mouse, is nobody else's input.
        _ = unsafe linux_set_terminal(terminal, &mode)
        curses_leave()
        crash_forget()
    }

    private static func attributes(_ style: Frame.Style) -> (CInt, bold: Bool, faint: Bool) {
        switch style {
        case .plain: (0, false, false)
        case .bold: (0, true, false)
        case .faint: (0, false, true)
        // Not bold: that is bright on many terminals, and pale on a light background.
        case .line, .node: (CInt(curses_cyan), false, false)
        case .right: (CInt(curses_green), true, false)
        case .wrong: (CInt(curses_red), true, false)
        }
    }

    /// Terminfo's own stand-ins for terminals that nobody has described.
    private static var isGeneric: Bool {
        guard let name = unsafe getenv("TERM") else { return true }
        let terminal = unsafe String(cString: name)
        return ["dumb", "unknown", ""].contains { $0.equals(terminal) }
    }

    private static func capability(_ name: String) -> String? {
        unsafe curses_capability(name).map { unsafe String(cString: $0) }
    }

    /// A string without its delays (`$<5>`), which are for terminals slower than any that is left.
    static func withoutPadding(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: [UInt8(ascii: "$"), UInt8(ascii: "<")]),
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
            {
                index = end + 1
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
