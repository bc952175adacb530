internal import CPAM
internal import PatternGrid
internal import PatternVault

/// One call of pam_sm_authenticate: who asks, what may be asked, and the tries.
struct Authentication {
    /// The host's handle.
    let host: PAMHandle
    /// PAM_SILENT: the person is told nothing beyond the prompt.
    let isSilent: Bool
    /// The arguments of the module's line.
    let arguments: [[UInt8]]

    /// The delay after a wrong try, in microseconds; as pam_unix's.
    private static var failureDelay: UInt32 { 2_000_000 }

    /// More than the module may take while it runs, in bytes, libcrypt's working area aside.
    private static var reserve: Int { 256 * 1024 }

    /// Runs the call and returns the PAM code.
    func run() -> CInt {
        // Swift ends the process when it gets no memory, which here is somebody's login. So whether
        // there is enough is asked beforehand, of an allocator that can say no.
        guard Memory.isAvailable(Authentication.reserve) else { return PAM_BUF_ERR }
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings.load(arguments: arguments)
        } catch {
            host.forget()
            return report(Settings(), nil).end(.badSetting(error))
        }
        if settings.isStrongLine {
            StrongLine(host: host, settings: settings).run()
            // Never a success of its own, nor a failure: the password has decided.
            return PAM_IGNORE
        }
        // A handle may serve several calls, and for several users.
        host.forget()
        switch findAccount() {
        case .found(let account):
            return authenticate(account, settings)
        case .failed(let verdict):
            return report(settings, nil).end(verdict)
        }
    }

    private func report(_ settings: Settings, _ account: Account?) -> Report {
        Report(host: host, isSilent: isSilent || settings.quiet, settings: settings, account: account)
    }

    private enum Lookup {
        case found(Account)
        case failed(Verdict)
    }

    private func findAccount() -> Lookup {
        let name: [UInt8]
        do throws(PAMHandle.NameFailure) {
            name = try host.userName()
        } catch {
            switch error {
            case .cancelled: return .failed(.cancelled)
            case .again: return .failed(.conversationAgain)
            case .unknown: return .failed(.unknownUser)
            }
        }
        do throws(Errno) {
            guard let account = try Account.find(name: name.span) else { return .failed(.unknownUser) }
            return .found(account)
        } catch {
            return .failed(.accountsUnusable(error))
        }
    }

    private func authenticate(_ account: Account, _ settings: Settings) -> CInt {
        let report = report(settings, account)
        let service = host.item(PAM_SERVICE)
        let caller = Caller(
            realUser: Caller.realUser(of: service.span), effectiveUser: System.effectiveUser,
            service: service, isRemote: !host.item(PAM_RHOST).isEmpty)
        let isLocked: Bool
        do throws(Errno) {
            isLocked = caller.effectiveUser == 0 ? try Account.isLocked(name: account.name) : false
        } catch {
            return report.end(.accountsUnusable(error))
        }
        // Kept whatever comes of the pattern: what the password forgives later is this account's.
        host.keep(account.uid)
        let (backend, admission) = Backend.admit(account, isLocked: isLocked, caller: caller, settings)
        switch admission {
        case .refused(let verdict):
            return report.end(verdict)
        case .ready(let grid):
            report.debug(grid, backend)
            let verdict = askAndJudge(backend, account, grid, settings, report)
            if case .right = verdict { host.forget() }
            return report.end(verdict)
        }
    }

    /// Asks up to `tries` times; after a wrong or too short reply again, with the reason in front.
    private func askAndJudge(
        _ backend: Backend, _ account: Account, _ grid: Grid, _ settings: Settings, _ report: Report
    ) -> Verdict {
        var backend = backend
        let prompt = Prompt.text(settings, grid: grid)
        var reason: StaticString = ""
        var turn = 1
        while true {
            var text = Line(reason)
            text.add(prompt)
            let verdict: Verdict
            switch host.ask(text.bytes) {
            case .text(let typed):
                verdict = backend.judge(typed, account: account, grid: grid, settings)
                forward(typed, after: verdict, settings)
            case .cancelled: verdict = .cancelled
            case .again: verdict = .conversationAgain
            case .noMemory: verdict = .noMemory
            }
            if let failure = backend.failureToForgive { report.log(failure) }
            if verdict == .wrong, !settings.nodelay {
                host.delayFailure(microseconds: Authentication.failureDelay)
            }
            guard turn < settings.tries, settings.forwardPass != .anything,
                let again = Prompt.reasonToAskAgain(after: verdict)
            else { return verdict }
            report.log(verdict)
            // That try may have been the one that locks.
            if case .refused(let verdict) = backend.admitAgain(account) { return verdict }
            reason = again
            turn += 1
        }
    }

    /// Hands on to the next module what did not open, where the settings say so.
    private func forward(_ typed: borrowing Secret, after verdict: Verdict, _ settings: Settings) {
        if case .right = verdict { return }
        guard typed.count > 0 else { return }
        switch settings.forwardPass {
        case .never: break
        case .anything: host.forward(typed)
        case .text:
            if verdict == .typed(.notAPattern) { host.forward(typed) }
        }
    }
}
