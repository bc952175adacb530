internal import PatternGrid
internal import PatternVault

/// Who reads the store: this process, or the checker where this process may not.
enum Backend {
    case store(Verifier<SystemClock>)
    case checker(CheckerClient<SystemClock>)

    /// Decides whether an account may try, and by whom the tries are judged.
    ///
    /// The checker is asked only after the store itself was out of reach, and never by root.
    static func admit(
        _ account: Account, isLocked: Bool, caller: Caller, _ settings: Settings
    ) -> (Backend, Admission) {
        let verifier = Verifier(
            settings: settings, store: settings.store.map { StoreLocation(path: $0) } ?? .standard,
            clock: SystemClock())
        // The checker knows the compiled-in places alone.
        guard caller.effectiveUser == 0 || !settings.namesOtherPlaces else {
            return (.store(verifier), .refused(.badSetting(.placesForRootAlone)))
        }
        let admission = verifier.admit(account, isLocked: isLocked, caller: caller)
        guard caller.effectiveUser != 0, case .refused(.storeUnusable(let error)) = admission,
            error.problem == .system(.accessDenied)
        else { return (.store(verifier), admission) }
        let client = CheckerClient(path: .checker, clock: SystemClock())
        return (.checker(client), client.admit(account))
    }

    /// Whether it is locked by now; asked again before each further prompt.
    func admitAgain(_ account: Account) -> Admission {
        switch self {
        case .store(let verifier): verifier.admit(account)
        case .checker(let client): client.admit(account)
        }
    }

    /// Why a right pattern could not take back its try; the checker logs that by itself.
    var failureToForgive: StoreError? {
        if case .store(let verifier) = self { verifier.failureToForgive } else { nil }
    }

    /// Decides on what was typed.
    mutating func judge(
        _ typed: borrowing Secret, account: Account, grid: Grid, _ settings: Settings
    ) -> Verdict {
        switch self {
        case .store(var verifier):
            let verdict = verifier.judge(typed, account: account, grid: grid)
            self = .store(verifier)
            return verdict
        case .checker(let client):
            return client.judge(typed, keypad: settings.keypad, account: account, grid: grid)
        }
    }
}
