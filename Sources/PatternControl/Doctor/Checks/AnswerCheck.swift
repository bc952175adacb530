internal import Languages
internal import PatternVault

/// What the checker says of the caller's own pattern, as a screen locker would hear it. Asking counts
/// nothing.
struct AnswerCheck: Check {
    /// Whose pattern.
    let account: Account
    /// Asks.
    let ask: (Account) -> Admission

    func findings(on machine: some Machine) -> [Finding] {
        let what = say("pattern of %1", String(bytes: account.name))
        switch ask(account) {
        case .ready: return [.ok(what, say("the checker would take a try"))]
        case .refused(let verdict):
            let reason = String(bytes: verdict.reason)
            switch verdict {
            case .notEnrolled: return [.ok(what, say("none is enrolled; the checker answers"))]
            case .locked, .refused: return [.ok(what, say("the checker answers: %1", reason))]
            default:
                return [
                    .error(
                        what, say("screen lockers can't use it: %1", reason),
                        say("see the findings above and the system's log"))
                ]
            }
        }
    }
}
