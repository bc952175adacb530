internal import Languages
internal import PatternVault

/// `patternctl unlock`: forgives an account all wrong tries, and so lifts any lock.
struct Unlock {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may unlock a pattern; run it with sudo"))
        let account = try session.account()
        let name = String(bytes: account.name)
        let credentials = try session.credentials()
        guard try Record(uid: account.uid, credentials, session) != nil else {
            throw Failure(.notEnrolled, say("%1: has no pattern; nothing to unlock", name))
        }
        try session.forgive(account, in: try session.attempts())
        try Output.print(say("Pattern of %1 unlocked: no wrong tries are counted.", name))
    }
}
