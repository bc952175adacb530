internal import CLinux
internal import CNcurses

/// gpm's mouse on the Linux console, which has none of its own.
struct ConsoleMouse: ~Copyable {
    /// What poll(2) waits on beside the terminal; less than 0, which poll passes over, without gpm.
    private(set) var descriptor: CInt = -1

    /// Takes the mouse where the terminal is a console and gpm runs; else it is left to the terminal.
    mutating func open() {
        let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
        guard descriptor < 0, name.begins(with: "linux") else { return }
        descriptor = console_mouse_open()
    }

    /// Gives it back to gpm, which then marks text with it.
    mutating func close() {
        guard descriptor >= 0 else { return }
        console_mouse_close()
        descriptor = -1
    }

    /// Reads the event that is there; when gpm has ended, the keys are left.
    mutating func next() -> MouseReport? {
        var (column, row): (CInt, CInt) = (0, 0)
        // SAFETY: both live through the call.
        let action = unsafe console_mouse_read(&column, &row)
        // During a drag the pointer may be beyond the screen's edge.
        let isPlace = column >= 1 && row >= 1
        let place = isPlace ? MouseReport.Place(column: Int(column) - 1, row: Int(row) - 1) : nil
        switch action {
        case console_mouse_press: return MouseReport(.press, at: place)
        case console_mouse_drag: return MouseReport(.drag, at: place)
        case console_mouse_release: return MouseReport(.release, at: place)
        case console_mouse_gone:
            close()
            return MouseReport(.lost, at: nil)
        default: return nil
        }
    }
}
