/// Decides whether a pattern opens: typed text in, one ``Verdict`` out.
///
/// It reads the store itself, so its caller must be able to. Everything else comes in from outside.
package struct Verifier: Sendable {
    /// What there is to know before anything is asked.
    package enum Admission: Equatable, Sendable {
        /// The account may try against this credential.
        case ready(Credential)
        /// It may not, and nothing is to be asked.
        case refused(Verdict)
    }

    private let settings: Settings
    private let store: StoreLocation

    /// Prepares for a call with these settings on a store.
    package init(settings: Settings, store: StoreLocation) {
        self.settings = settings
        self.store = store
    }

    /// Decides whether an account may try at all; the first that applies of rules, unusable store,
    /// not enrolled.
    package func admit(_ account: Account, isLocked: Bool, caller: Caller) -> Admission {
        if let refusal = Refusal(of: account, isLocked: isLocked, caller: caller, settings: settings) {
            return .refused(.refused(refusal))
        }
        do throws(StoreError) {
            let folder = try StoreFolder(credentialsOf: store)
            guard let credential = try folder.credential(uid: account.uid) else {
                return .refused(.notEnrolled)
            }
            guard credential.name == account.name else { throw StoreError(.credential, .account) }
            return .ready(credential)
        } catch {
            return .refused(.storeUnusable(error))
        }
    }

    /// Decides on what was typed.
    package func judge(_ typed: borrowing Secret, against credential: Credential) -> Verdict {
        let text: Secret
        do throws(SecretPattern.Failure) {
            text = try SecretPattern.canonicalText(
                of: typed.span, keypad: settings.keypad, grid: credential.grid)
        } catch {
            switch error {
            case .typed(let error): return .typed(error)
            case .noMemory: return .noMemory
            }
        }
        return compare(text, with: credential)
    }

    private func compare(_ text: borrowing Secret, with credential: Credential) -> Verdict {
        do throws(Hasher.Failure) {
            return try Hasher.matches(text, credential.hash) ? .right : .wrong
        } catch {
            return .hashFailed(error)
        }
    }
}
