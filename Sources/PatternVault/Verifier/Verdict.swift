package import PatternGrid

/// The outcome of one call, or of one try in it.
package enum Verdict: Equatable, Sendable {
    /// The pattern is the enrolled one: the only success, and only a compare makes it. Before it came
    /// this many wrong tries since the last right one.
    case right(wrongBefore: Int)
    /// A pattern, but another one.
    case wrong
    /// The pattern is locked; nothing was looked at.
    case locked(Lock)
    /// What was typed is no pattern; not a try.
    case typed(TypedError)
    /// The conversation failed or was cancelled; not a try.
    case cancelled
    /// The conversation wants to be called again.
    case conversationAgain
    /// The system knows no such account.
    case unknownUser
    /// The account has, provably, no credential.
    case notEnrolled
    /// A rule refuses.
    case refused(Refusal)
    /// The store can't be used.
    case storeUnusable(StoreError)
    /// The account data base can't be used.
    case accountsUnusable(Errno)
    /// libcrypt could not hash.
    case hashFailed(Hasher.Failure)
    /// The checker, which the store is read by, can't be used.
    case checkerUnusable(CheckerFailure)
    /// A setting is wrong.
    case badSetting(SettingsError)
    /// No memory, and nothing was tried.
    case noMemory

    /// The words behind `reason=` in a log line.
    package var reason: [UInt8] {
        switch self {
        case .right: return Line("right").bytes
        case .wrong: return Line("wrong pattern").bytes
        case .locked(.seconds(let seconds)):
            var line = Line("locked for ")
            line.add(seconds)
            line.add(" seconds")
            return line.bytes
        case .locked(.untilStrongFactor): return Line("locked until the password is used").bytes
        case .typed(let error): return Line(error.name).bytes
        case .cancelled: return Line("cancelled").bytes
        case .conversationAgain: return Line("conversation incomplete").bytes
        case .unknownUser: return Line("unknown user").bytes
        case .notEnrolled: return Line("not enrolled").bytes
        case .refused(let refusal): return Line(refusal.name).bytes
        case .storeUnusable(let error): return error.text
        case .accountsUnusable(let error):
            var line = Line("accounts can't be looked up: ")
            line.add(error)
            return line.bytes
        case .checkerUnusable(let failure): return failure.text
        case .hashFailed(.noMemory): return Line("no memory for the hash").bytes
        case .hashFailed: return Line("libcrypt failed").bytes
        case .badSetting(let error): return error.text
        case .noMemory: return Line("no memory").bytes
        }
    }
}

extension Verdict {
    /// The verdict on text that is no pattern.
    init(_ failure: SecretPattern.Failure) {
        switch failure {
        case .typed(let error): self = .typed(error)
        case .noMemory: self = .noMemory
        }
    }
}
