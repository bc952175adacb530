internal import CLinux
internal import Languages
internal import PatternVault

/// `patternctl import`: puts the credentials of a file into the store, see ``RecordFile``.
///
/// All of the file is looked at before anything is written; then each account's record is replaced in one
/// step. What is as it should be stays untouched, so that a second run changes nothing.
struct Import {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may import patterns; run it with sudo"))
        let folder = try session.credentials()
        let attempts = try session.attempts()
        let text = try contents()
        let plan = try ImportPlan(RecordFile(parsing: text.span), only: try wanted(session))
        guard plan.refusals.isEmpty else {
            throw refusal(of: plan)
        }
        var changed = 0
        for credential in plan.credentials where Import.isDue(credential, folder, attempts) {
            var isChanged = true
            if !options.dryRun {
                isChanged = try put(credential, session, folder, attempts, after: changed)
            }
            if isChanged { changed += 1 }
        }
        try Output.print("changed=\(changed) unchanged=\(plan.credentials.count - changed)")
        if plan.credentials.contains(where: { $0.uid == 0 }), !session.settings.root {
            Output.complain(say("root: can't use a pattern unless pattern.conf or the PAM line has root=yes"))
        }
    }

    /// What the lines come from, in messages.
    private var source: String { options.file.map { String(bytes: $0.bytes) } ?? "standard input" }

    private func wanted(_ session: Session) throws(Failure) -> Account? {
        options.user == nil ? nil : try session.account()
    }

    private func contents() throws(Failure) -> [UInt8] {
        guard let path = options.file else {
            guard !Input.isTerminal else {
                throw Failure(.refused, say("standard input is a terminal; name the file, or pipe it in"))
            }
            return try RecordFile.standardInput()
        }
        let advice = "nothing was changed"
        do throws(SettingsError) {
            guard let file = try RootFile.read(path, limit: RecordFile.limit) else {
                throw SettingsError(file: path, "does not exist")
            }
            if file.status.mode & 0o044 != 0 {
                Output.complain(
                    say("%1: others can read it, and it is as good as cleartext; chmod 600 it", source))
            }
            return file.contents
        } catch {
            throw Failure(.refused, "\(String(bytes: error.text)); \(advice)")
        }
    }

    /// How many refused lines are shown.
    private static let shown = 20

    private func refusal(of plan: ImportPlan) -> Failure {
        let all = plan.refusals
        for refusal in all.prefix(Import.shown) {
            Output.complain(say("%1 line %2: %3", source, "\(refusal.number)", refusal.reason))
        }
        let hidden = all.count - Import.shown
        let message =
            hidden > 0
            ? say(
                "%2: %1 line refused (%3 more are not shown); nothing was changed",
                "%2: %1 lines refused (%3 more are not shown); nothing was changed", count: all.count, source,
                "\(hidden)")
            : say(
                "%2: %1 line refused; nothing was changed", "%2: %1 lines refused; nothing was changed",
                count: all.count, source)
        return Failure(.refused, message)
    }

    /// Whether the store has something else for the account, or nothing to count its tries in.
    private static func isDue(
        _ credential: Credential, _ folder: borrowing StoreFolder, _ attempts: borrowing StoreFolder
    ) -> Bool {
        do throws(StoreError) {
            guard try folder.credential(uid: credential.uid) == credential else { return true }
            _ = try AttemptsFile(uid: credential.uid, in: attempts).read()
            return false
        } catch {
            return true
        }
    }

    /// The attempts first, as `enroll` does; then wrong tries against what was there are forgiven. False where
    /// all was in place: what could not be read a moment before can be read now.
    private func put(
        _ credential: Credential, _ session: Session, _ folder: borrowing StoreFolder,
        _ attempts: borrowing StoreFolder, after done: Int
    ) throws(Failure) -> Bool {
        do throws(Failure) {
            let uid = credential.uid
            let isMade = try session.attempt { () throws(StoreError) in
                try attempts.provideAttempts(uid: uid)
            }
            if (try? folder.credential(uid: uid)) == credential { return isMade }
            try session.attempt { () throws(StoreError) in try folder.replace(credential) }
            try session.forgive(Account(name: credential.name, uid: uid), in: attempts)
            return true
        } catch {
            throw Failure(
                error.code,
                "\(String(bytes: credential.name)): \(error.message); \(done) before it are in place, run it again"
            )
        }
    }
}
