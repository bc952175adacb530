internal import PatternVault

/// `patternctl unlock`: forgives an account all wrong tries, and so lifts any lock.
struct Unlock {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(to: "unlock a pattern")
        let account = try session.account()
        let name = String(bytes: account.name)
        let credentials = try session.credentials()
        guard try Record(uid: account.uid, credentials, session) != nil else {
            throw Failure(.notEnrolled, "\(name): has no pattern; nothing to unlock")
        }
        try session.forgive(account, in: try session.attempts())
        try Output.print("Pattern of \(name) unlocked: no wrong tries are counted.")
    }
}
