internal import CLinux
internal import CNcurses

/// Signals that would end or stop the program, held back and read from a descriptor instead, so that
/// the terminal is restored before they act.
struct Signals: ~Copyable {
    /// What poll(2) waits on beside the terminal.
    let descriptor: CInt
    /// Whether Ctrl-Z can stop us: not where a shell runs `$(...)`, which ignores it.
    let canStop: Bool
    private var watched: sigset_t
    private var before: sigset_t

    /// What ends the program.
    private static let ends = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// Holds the signals back; those that are ignored stay so, as nohup(1) wants it. nil when the
    /// system gives no descriptor for them.
    init?() {
        canStop = !signals_ignored(SIGTSTP)
        watched = sigset_t()
        before = sigset_t()
        // SAFETY: both sets live through the calls.
        unsafe sigemptyset(&watched)
        for signal in Signals.ends + [SIGTSTP, SIGCONT, SIGWINCH] where !signals_ignored(signal) {
            unsafe sigaddset(&watched, signal)
        }
        unsafe sigprocmask(SIG_BLOCK, &watched, &before)
        descriptor = unsafe linux_signalfd(&watched)
        guard descriptor >= 0 else { return nil }
    }

    /// The signal that came; nil when there is none.
    func next() -> CInt? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        // SAFETY: `information` has the size that is told.
        guard unsafe linux_read(descriptor, &information, size) == size else { return nil }
        return CInt(bitPattern: information.ssi_signo)
    }

    /// Ends the process by a signal, as if it had not been held back.
    func die(of signal: CInt) {
        signals_default(signal)
        var mask = before
        _ = raise(signal)
        _ = unsafe sigprocmask(SIG_SETMASK, &mask, nil)
        exit(128 + signal)
    }

    /// Stops the process until somebody continues it in the foreground. Meanwhile signals act at once:
    /// the terminal is not ours. False when the terminal is gone.
    ///
    /// - Parameter group: Stops the whole foreground job, as the terminal's own Ctrl-Z does.
    func stop(group: Bool, terminal: CInt) -> Bool {
        guard canStop else { return true }
        return release {
            _ = group ? kill(0, SIGTSTP) : raise(SIGTSTP)
            return Signals.waitForForeground(terminal)
        }
    }

    /// Waits for the foreground after the process was stopped by others; false when the terminal is
    /// gone.
    func regain(_ terminal: CInt) -> Bool {
        release { Signals.waitForForeground(terminal) }
    }

    /// Does something while no signal is held back.
    private func release(_ body: () -> Bool) -> Bool {
        // ncurses has put its own in place of these.
        for signal in Signals.ends + [SIGTSTP] where !signals_ignored(signal) {
            signals_default(signal)
        }
        var mask = before
        var held = watched
        _ = unsafe sigprocmask(SIG_SETMASK, &mask, nil)
        let result = body()
        _ = unsafe sigprocmask(SIG_SETMASK, &held, nil)
        return result
    }

    /// Waits, stopped by SIGTTOU, until the terminal is ours; false when it never will be.
    static func waitForForeground(_ terminal: CInt) -> Bool {
        var mode = termios()
        // SAFETY: `mode` lives through the calls.
        return unsafe linux_get_terminal(terminal, &mode) == 0 && linux_set_terminal(terminal, &mode) == 0
    }
}
