internal import CLinux
internal import PatternVault

/// Signals that would end or stop the program, held back and read from a descriptor instead, so that
/// the terminal is restored before they act.
struct SignalWatch: ~Copyable {
    /// What poll(2) waits on beside the terminal.
    let descriptor: CInt
    private var watched: sigset_t
    private var before: sigset_t

    /// Holds the signals back, unless told otherwise all that end or stop programs.
    init(_ signals: [CInt] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP]) throws(Errno) {
        watched = sigset_t()
        before = sigset_t()
        // SAFETY: both sets live through the calls.
        unsafe sigemptyset(&watched)
        for signal in signals {
            unsafe sigaddset(&watched, signal)
        }
        unsafe sigprocmask(SIG_BLOCK, &watched, &before)
        let number = unsafe linux_signalfd(&watched)
        guard number >= 0 else {
            _ = unsafe sigprocmask(SIG_SETMASK, &before, nil)
            throw Errno(-number)
        }
        descriptor = number
    }

    deinit {
        var mask = before
        _ = close(descriptor)
        _ = unsafe sigprocmask(SIG_SETMASK, &mask, nil)
    }

    /// The signal that came.
    func next() -> CInt? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        // SAFETY: `information` has the size that is told.
        guard unsafe read(descriptor, &information, size) == size else { return nil }
        return CInt(bitPattern: information.ssi_signo)
    }

    /// Lets a signal act as if it had not been held back.
    func deliver(_ signal: CInt) {
        var mask = before
        var current = watched
        _ = raise(signal)
        _ = unsafe sigprocmask(SIG_SETMASK, &mask, nil)
        _ = unsafe sigprocmask(SIG_SETMASK, &current, nil)
    }
}
