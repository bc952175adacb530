internal import CPAM
internal import PatternVault

/// The second line of a stack, `auth optional pam_pattern.so strong`, placed where only the
/// password's success leads: it forgives the account's wrong tries and notes the time.
///
/// It believes the stack that it is reached after the strong factor, and the first line alone for
/// whose it was. Where that did not come before it in the same call it forgives nothing: a finger has let
/// them in above it, or the pattern is a second factor behind a common-auth with this line.
struct StrongLine {
    /// The host's handle.
    let host: PAMHandle
    /// The settings of the call.
    let settings: Settings

    /// Forgives; whatever fails only logs.
    func run() {
        guard let uid = host.keptUser else { return }
        host.forget()
        let account: Account?
        do throws(Errno) {
            account = try self.account()
        } catch {
            return log(Verdict.accountsUnusable(error).reason, LOG_ERR)
        }
        guard let account, account.uid == uid else { return }
        let verifier = Verifier(
            settings: settings, store: settings.store.map { StoreLocation(path: $0) } ?? .standard,
            clock: SystemClock())
        do throws(StoreError) {
            try verifier.strongFactorUsed(account, wallTime: System.wallTime)
        } catch {
            // A locker that runs as the user can't, and need not say so each time.
            let isExpected = error.problem == .system(.accessDenied) && System.effectiveUser != 0
            guard !isExpected || settings.debug else { return }
            log(error.text, isExpected ? LOG_DEBUG : LOG_ERR)
        }
    }

    private func log(_ reason: [UInt8], _ priority: CInt) {
        var line = Line("the password forgives nothing: ")
        line.add(reason)
        host.log(priority, line)
    }

    /// The account that the handle names now; nil when there is none.
    private func account() throws(Errno) -> Account? {
        let name: [UInt8]
        do throws(PAMHandle.NameFailure) {
            name = try host.userName()
        } catch {
            return nil
        }
        return try Account.find(name: name.span)
    }
}
