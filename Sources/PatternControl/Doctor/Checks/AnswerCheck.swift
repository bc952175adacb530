internal import PatternVault

/// What the checker says of the caller's own pattern, as a screen locker would hear it. Asking counts
/// nothing.
struct AnswerCheck: Check {
    /// Whose pattern.
    let account: Account
    /// Asks.
    let ask: (Account) -> Admission

    func findings(on machine: some Machine) -> [Finding] {
        let what = "pattern of \(String(bytes: account.name))"
        switch ask(account) {
        case .ready: return [.ok(what, "the checker would take a try")]
        case .refused(let verdict):
            let reason = String(bytes: verdict.reason)
            switch verdict {
            case .notEnrolled: return [.ok(what, "none is enrolled; the checker answers")]
            case .locked, .refused: return [.ok(what, "the checker answers: \(reason)")]
            default:
                return [
                    .error(
                        what, "screen lockers can't use it: \(reason)",
                        "see the findings above and the system's log")
                ]
            }
        }
    }
}
