internal import CLinux
internal import Languages
internal import PatternVault

/// The way of a user to a pattern of their own: this same command once more, as root, by pkexec(1).
///
/// On a terminal pkttyagent(1) asks there, as the command itself then does; without one the desktop's agent
/// does. The agent inside pkexec fails where there is no session.
struct PolkitRequest {
    private static let pkexec = "/usr/bin/pkexec"
    private static let agent = "/usr/bin/pkttyagent"
    private static let patternctl = "/usr/bin/patternctl"
    /// What programs on a terminal need of the environment; pkexec refuses some values of the rest.
    private static let environment = [
        "TERM", "COLORTERM", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
    ]
    /// How long the agent may take to tell polkit of itself, which may have to be started.
    private static let patience: CInt = 30_000

    private let options: Options
    private let settings: Settings

    init(_ options: Options, _ settings: Settings) {
        self.options = options
        self.settings = settings
    }

    /// Runs it. What goes wrong there is told there, and its code is ours.
    func run() throws(Failure) {
        try check()
        let status: CInt
        var isInterrupted = false
        do throws(Errno) {
            // A Ctrl-C reaches all that is in front on the terminal; this process tells how that ended.
            let signals = try SignalWatch([SIGINT, SIGQUIT, SIGTSTP])
            status = withAgent { start(signals) }
            while let signal = signals.next() { isInterrupted = isInterrupted || signal != SIGTSTP }
        } catch {
            throw Failure(.unusable, say("signals can't be held back (%1)", error.text))
        }
        switch status {
        case 0: return
        case 126, 127:
            // pkexec's own codes, also where the agent was interrupted before it.
            if isInterrupted { fallthrough }
            throw Failure(
                .notPermitted,
                say("polkit does not permit it, or can't be reached; try sudo patternctl enroll"))
        case -SIGINT, -SIGQUIT: throw Failure(.interrupted, say("interrupted; nothing was changed"))
        case ..<0:
            throw Failure(
                .unusable, say("ended by signal %1 as root; patternctl verify shows what holds", "\(-status)")
            )
        default: throw Failure(ExitCode(rawValue: status) ?? .unusable, "")
        }
    }

    /// Runs this command as root, and waits for its end: the exit code, or minus a signal.
    ///
    /// After a Ctrl-Z it stops us once it has stopped itself: the shell would take the terminal from it
    /// while it still restores that.
    private func start(_ signals: borrowing SignalWatch) -> CInt {
        var words = ["--disable-internal-agent", PolkitRequest.patternctl, "enroll"]
        if options.random { words.append("--random") }
        if options.typed { words.append("--typed") }
        let program = ChildProgram(PolkitRequest.pkexec, words, keeping: PolkitRequest.environment)
        let process = program.start(output: STDOUT_FILENO)
        // As pkexec itself ends that can't run a program.
        guard process > 0 else { return 127 }
        while true {
            var isStopped = false
            // SAFETY: `isStopped` lives through the call, which fills it.
            let status = unsafe linux_wait_or_stop(process, &isStopped)
            guard isStopped else { return status }
            signals.deliver(SIGTSTP)
        }
    }

    /// Runs something while an agent waits on the terminal, if there is one.
    private func withAgent(_ body: () -> CInt) -> CInt {
        guard let terminal = Terminal() else { return body() }
        let mode = terminal.mode
        let agent = PolkitRequest.startAgent()
        let status = body()
        if agent > 0 {
            kill(agent, SIGTERM)
            _ = linux_wait(agent)
        }
        // An agent that was killed while asking has left the echo off.
        if let mode { terminal.restore(mode) }
        return status
    }

    /// Starts an agent for this process, and waits until polkit knows it: it closes its output then. Where
    /// that fails, pkexec says so. Not with --fallback, which polkit heeds in a session alone.
    private static func startAgent() -> CInt {
        var ends: (CInt, CInt) = (-1, -1)
        // SAFETY: both numbers live through the call, which fills them.
        guard unsafe linux_pipe(&ends.0, &ends.1) == 0 else { return -1 }
        defer { close(ends.0) }
        let words = ["--process", String(getpid()), "--notify-fd", String(STDOUT_FILENO)]
        let process = ChildProgram(agent, words, keeping: environment).start(output: ends.1)
        close(ends.1)
        if process > 0 { _ = linux_wait_readable(ends.0, patience) }
        return process
    }

    /// Whether the checker knows a pattern of the account, so that nobody gives a password for nothing.
    private static func isEnrolled(_ account: Account) -> Bool {
        switch CheckerClient(path: .checker, clock: SystemClock()).admit(account) {
        case .ready, .refused(.locked), .refused(.refused): true
        case .refused: false
        }
    }

    private func check() throws(Failure) {
        try SelfService.requirePermission(settings)
        guard options.user == nil else {
            throw Failure(
                .notPermitted, say("only root may name a user; leave --user out, or run it with sudo"))
        }
        guard options.grid == nil, options.keypad == nil else {
            throw Failure(
                .notPermitted,
                say("only root may use --grid and --keypad; leave them out, or run it with sudo"))
        }
        let account = try Session.account(of: System.realUser)
        try account.requireName()
        guard unsafe linux_can_execute(PolkitRequest.pkexec) else {
            throw Failure(
                .notPermitted, say("only root may set a pattern, and there is no pkexec; run it with sudo"))
        }
        if settings.selfService == .first, PolkitRequest.isEnrolled(account) {
            throw SelfService.isEnrolled(account)
        }
    }
}
