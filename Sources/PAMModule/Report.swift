internal import CPAM
internal import PatternGrid
internal import PatternVault

/// What a call says of itself: the code to libpam, and lines to the log.
struct Report {
    /// The host's handle.
    let host: PAMHandle
    /// Whether the person is told nothing.
    let isSilent: Bool
    /// The settings of the call.
    let settings: Settings
    /// The account, nil while the system is not known to have it: a password typed for a user name
    /// must not get into a log.
    let account: Account?

    /// Logs a verdict, tells the person what they must know of it, and gives its code.
    func end(_ verdict: Verdict) -> CInt {
        log(verdict)
        tell(verdict)
        return verdict.code(nouserok: settings.nouserok)
    }

    /// Logs a verdict that is not right: one line in the form of pam_unix, which fail2ban and
    /// logwatch know.
    ///
    /// Where the pattern was not asked for at all, nothing was tried and nothing has failed; the line
    /// begins otherwise, or fail2ban would shut out the owner for a password that was right.
    func log(_ verdict: Verdict) {
        guard let priority = verdict.priority(nouserok: settings.nouserok) else {
            debug(verdict)
            return
        }
        var line = Line(verdict.isNoFailure ? "pattern not asked for;" : "authentication failure;")
        add(" logname=", host.loginName(), to: &line)
        line.add(" uid=")
        line.add(Int(System.realUser))
        line.add(" euid=")
        line.add(Int(System.effectiveUser))
        add(" tty=", host.item(PAM_TTY), to: &line)
        add(" ruser=", host.item(PAM_RUSER), to: &line)
        add(" rhost=", host.item(PAM_RHOST), to: &line)
        add(" user=", account?.name ?? [], to: &line)
        line.add(" reason=")
        line.add(verdict.reason)
        host.log(priority, line)
    }

    /// Logs that a right pattern opened but its try stays counted.
    func log(_ failure: StoreError) {
        var line = Line("a right pattern stays counted as a try: ")
        line.add(failure.text)
        host.log(LOG_ERR, line)
    }

    /// With `debug`, tells what is checked against, and by whom.
    func debug(_ grid: Grid, _ backend: Backend) {
        guard settings.debug else { return }
        var line = Line("enrolled on grid ")
        line.add(Array(capacity: 3) { grid.writeName(into: &$0) })
        if case .checker = backend { line.add(", by the checker") }
        host.log(LOG_DEBUG, line)
    }

    /// Says how long a lock lasts, and after a success how many wrong tries came before it.
    private func tell(_ verdict: Verdict) {
        switch verdict {
        case .locked(let lock):
            if !isSilent { host.inform(Wording.locked(lock)) }
        case .right(let wrongBefore) where wrongBefore > 0:
            // A log is English: programs read it.
            var logged = Line()
            logged.add(wrongBefore)
            logged.add(wrongBefore == 1 ? " wrong pattern" : " wrong patterns")
            logged.add(" since the last right one. user=")
            let name = account?.name ?? []
            logged.add(untrusted: name.span)
            host.log(LOG_NOTICE, logged)
            if !isSilent { host.inform(Wording.wrongBefore(wrongBefore)) }
        default: break
        }
    }

    private func debug(_ verdict: Verdict) {
        guard settings.debug else { return }
        var line = Line("verdict: ")
        line.add(verdict.reason)
        host.log(LOG_DEBUG, line)
    }

    private func add(_ name: StaticString, _ value: [UInt8], to line: inout Line) {
        line.add(name)
        line.add(untrusted: value.span)
    }
}
