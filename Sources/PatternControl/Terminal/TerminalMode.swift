internal import CLinux
internal import PatternVault

/// A terminal in the mode of a prompt, until this value goes away: a line at a time, with or without
/// echo.
struct TerminalMode: ~Copyable {
    private let descriptor: CInt
    private let before: termios

    /// Sets the mode, dropping what was typed ahead.
    static func set(_ descriptor: CInt, echo: Bool) throws(Errno) -> TerminalMode {
        let before = try read(descriptor)
        var mode = before
        mode.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        mode.c_lflag |= tcflag_t(ICANON | ISIG | (echo ? ECHO : 0))
        // SAFETY: `mode` lives through the call.
        let result = unsafe linux_set_terminal(descriptor, &mode)
        guard result == 0 else { throw Errno(-result) }
        return TerminalMode(descriptor: descriptor, before: before)
    }

    private static func read(_ descriptor: CInt) throws(Errno) -> termios {
        var mode = termios()
        // SAFETY: `mode` lives through the call, which fills it.
        let result = unsafe linux_get_terminal(descriptor, &mode)
        guard result == 0 else { throw Errno(-result) }
        return mode
    }

    deinit {
        var mode = before
        // What was typed and not read is dropped too: it may be half a pattern.
        _ = unsafe linux_set_terminal(descriptor, &mode)
    }
}
