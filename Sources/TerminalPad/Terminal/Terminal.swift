internal import CLinux
internal import CNcurses
internal import CommandSupport
internal import PatternStroke

/// The controlling terminal, so that the pad works beside pipes: `/dev/tty`.
struct Terminal: ~Copyable {
    /// What waiting for the terminal brought.
    enum Event {
        case bytes([UInt8])
        case signal(CInt)
        /// The console's mouse has something to read.
        case mouse
        case timeout
        /// The terminal is gone.
        case closed
    }

    /// The descriptor.
    let number: CInt
    /// The mode in which it was found.
    let mode: termios
    /// The signals that are held back.
    let signals: Signals

    /// Opens the terminal, waiting until this process is in the foreground; nil when there is none.
    init?() {
        number = terminal_open()
        guard number >= 0, Signals.waitForForeground(number) else { return nil }
        var mode = termios()
        // SAFETY: `mode` lives through the call, which fills it.
        guard unsafe linux_get_terminal(number, &mode) == 0, let signals = Signals() else { return nil }
        self.mode = mode
        self.signals = signals
    }

    /// The size in characters; nil when the terminal does not know.
    var size: (rows: Int, columns: Int)? {
        var (rows, columns): (CInt, CInt) = (0, 0)
        // SAFETY: both live through the call.
        guard unsafe terminal_size(number, &rows, &columns) else { return nil }
        return (Int(rows), Int(columns))
    }

    /// Milliseconds of a clock that never goes back.
    static var now: Moment {
        var time = timespec()
        // SAFETY: `time` lives through the call.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(milliseconds: UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000)
    }

    /// Waits for bytes, a signal or the console's mouse until a moment, nil for without end.
    ///
    /// - Parameter mouse: The mouse's descriptor, less than 0 for none.
    func wait(until end: Moment?, mouse: CInt = -1) -> Event {
        var polled = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mouse, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let now = Terminal.now.milliseconds
            let rest = end.map { CInt(clamping: $0.milliseconds > now ? $0.milliseconds - now : 0) } ?? -1
            // SAFETY: the array lives through the call and has the count that is told.
            let count = unsafe poll(&polled, nfds_t(polled.count), rest)
            if count == 0 { return .timeout }
            guard count > 0 else { continue }
            if polled[0].revents != 0, let signal = signals.next() { return .signal(signal) }
            if polled[1].revents & Int16(POLLIN) != 0 { return read() }
            if polled[1].revents != 0 { return .closed }
            if polled[2].revents != 0 { return .mouse }
        }
    }

    private func read() -> Event {
        var bytes = [UInt8](repeating: 0, count: 256)
        // SAFETY: the array has the size that is told.
        let count = unsafe linux_read(number, &bytes, bytes.count)
        guard count > 0 else { return count == -Int(EINTR) || count == -Int(EAGAIN) ? .bytes([]) : .closed }
        return .bytes(Array(bytes.prefix(count)))
    }

    /// Writes a text; one that can't be written is not worth an error, as reading then tells.
    func write(_ text: String) {
        _ = CommandOutput.write(text, to: number)
    }

    /// Sets a mode, dropping what was typed ahead: it may be half a pattern.
    func set(_ mode: termios) {
        var mode = mode
        // SAFETY: `mode` lives through the call.
        _ = unsafe linux_set_terminal(number, &mode)
    }
}
