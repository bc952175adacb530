internal import CPAM
internal import PatternGrid
internal import PatternVault

/// What a call says of itself: the code to libpam, and lines to the log.
struct Report {
    /// The host's handle.
    let host: PAMHandle
    /// The settings of the call.
    let settings: Settings
    /// The account, nil while the system is not known to have it: a password typed for a user name
    /// must not get into a log.
    let account: Account?

    /// Logs a verdict and gives its code.
    func end(_ verdict: Verdict) -> CInt {
        log(verdict)
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

    /// With `debug`, tells what is checked against.
    func debug(_ credential: Credential) {
        guard settings.debug else { return }
        var line = Line("credential found: grid ")
        line.add(Array(capacity: 3) { credential.grid.writeName(into: &$0) })
        line.add(", ")
        line.add(credential.hash.method.name)
        host.log(LOG_DEBUG, line)
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
