internal import Languages
internal import PatternVault

/// `patternctl remove`: takes a pattern away. The password is not concerned.
struct Remove {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may remove a pattern; run it with sudo"))
        let folder = try session.credentials()
        if options.orphans {
            try removeOrphans(session, folder)
            return
        }
        let (uid, name) = try target(session)
        guard try Remove.remove(uid, session, folder) else {
            throw Failure(.notEnrolled, say("%1: has no pattern; nothing to remove", name))
        }
        try Output.print(say("Pattern of %1 removed.", name))
    }

    /// Removes the credential first: attempts without one are of no use to anybody.
    private static func remove(
        _ uid: UInt32, _ session: Session, _ credentials: borrowing StoreFolder
    ) throws(Failure) -> Bool {
        let attempts = try session.attempts()
        let wasThere = try session.attempt { () throws(StoreError) in try credentials.remove(uid: uid) }
        _ = try session.attempt { () throws(StoreError) in try attempts.removeAttempts(uid: uid) }
        return wasThere
    }

    private func target(_ session: Session) throws(Failure) -> (UInt32, String) {
        if let uid = options.uid { return (uid, "uid \(uid)") }
        let account = try session.account()
        return (account.uid, String(bytes: account.name))
    }

    private func removeOrphans(_ session: Session, _ folder: borrowing StoreFolder) throws(Failure) {
        var count = 0
        let records = try Record.all(session, folder)
        for record in records where record.isOrphan {
            guard options.user == nil || options.user == record.user else { continue }
            let uid = record.uid
            if try Remove.remove(uid, session, folder) {
                count += 1
                try Output.print(say("Pattern of %1 (uid %2) removed.", record.user, "\(uid)"))
            }
        }
        let unknown = records.first { $0.mayBeOrphan(of: options.user) }
        if let record = unknown, let problem = record.problem {
            throw Failure(.unusable, "\(record.user): \(problem)")
        }
        if count == 0 { try Output.print(say("Every pattern belongs to an account; nothing to remove.")) }
    }
}
