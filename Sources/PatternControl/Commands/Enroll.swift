internal import CLinux
internal import Languages
internal import PatternGrid
internal import PatternVault

/// `patternctl enroll`: sets an account's pattern.
struct Enroll {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        guard System.effectiveUser == 0 else {
            try PolkitRequest(options, session.settings).run()
            return
        }
        let account = try session.account()
        try account.requireName()
        // Opened before anybody draws anything for nothing.
        let folder = try session.credentials()
        let attempts = try session.attempts()
        let rules = try PatternRules(session.settings, grid: options.grid, keypad: options.keypad)
        let selfService = try SelfService(session, account, in: folder)
        var given: Secret?
        if let selfService { given = try selfService.confirm(isShown: options.random) }
        let text = try newPattern(rules, name: String(bytes: account.name), given.take())
        let credential = Credential(
            uid: account.uid, name: account.name, grid: rules.grid,
            hash: try Enroll.hash(text, cost: session.settings.cost), enrolled: max(0, System.wallTime))
        // The attempts first: without them a credential refuses every try, and with them nobody has any
        // more than before.
        _ = try session.attempt { () throws(StoreError) in try attempts.provideAttempts(uid: account.uid) }
        let isStored = try session.attempt { () throws(StoreError) in
            if let selfService { return try selfService.store(credential, in: folder) }
            try folder.replace(credential)
            return true
        }
        guard isStored else { throw SelfService.isEnrolled(account) }
        try session.forgive(account, in: attempts)
        try Output.print(say("Pattern set for %1.", String(bytes: account.name)))
        if account.uid == 0, !session.settings.root {
            Output.complain(say("root: can't use a pattern unless pattern.conf or the PAM line has root=yes"))
        }
    }

    /// The canonical text of what is drawn, typed, or given already.
    private func newPattern(
        _ rules: PatternRules, name: String, _ given: consuming Secret?
    ) throws(Failure) -> Secret {
        if let given { return try rules.canonicalText(of: given) }
        return Input.isTerminal || options.random ? try ask(rules, name: name) : try readOnce(rules)
    }

    private func readOnce(_ rules: PatternRules) throws(Failure) -> Secret {
        var input = try Input()
        let typed = try input.onlyLine()
        return try rules.canonicalText(of: typed)
    }

    private func ask(_ rules: PatternRules, name: String) throws(Failure) -> Secret {
        var question = NewPattern(rules, name: name, typed: options.typed)
        return try options.random ? question.learn(try rules.suggestion()) : question.ask()
    }

    /// Hashes, and sees that the hash matches before it replaces anything.
    private static func hash(_ text: borrowing Secret, cost: Int) throws(Failure) -> PatternHash {
        do throws(Hasher.Failure) {
            let hash = try Hasher.make(text, cost: cost) { output throws(Errno) in
                try System.random(into: &output)
            }
            if try Hasher.matches(text, hash) { return hash }
        } catch {
            switch error {
            case .noMemory:
                throw Failure(
                    .refused, say("no memory to hash at cost %1; set a lower cost in pattern.conf", "\(cost)")
                )
            case .random(let error):
                throw Failure(.refused, say("no random numbers (%1); nothing was changed", error.text))
            case .crypt: break
            }
        }
        throw Failure(.refused, say("libcrypt made no usable hash; nothing was changed"))
    }
}

extension Account {
    /// Ends the command where no record can hold the account's name.
    func requireName() throws(Failure) {
        guard Credential.isName(name.span) else { throw .name(String(bytes: name)) }
    }
}

extension Failure {
    /// A name that no record can hold: a directory may have such ones.
    static func name(_ name: String) -> Failure {
        Failure(
            .refused,
            say(
                "%1: a name with a blank, a colon or a control character, or of more than 256 bytes, can't have a pattern; give the account another one (override_space of sssd.conf(5), winbind normalize names of smb.conf(5))",
                name))
    }

    /// What a prompt brings, or how it ended.
    static func of<Result: ~Copyable>(
        _ body: () throws(Terminal.Ending) -> Result
    ) throws(Failure) -> Result {
        do throws(Terminal.Ending) {
            return try body()
        } catch {
            throw Failure(error)
        }
    }

    /// A prompt that ended without a line.
    init(_ ending: Terminal.Ending) {
        switch ending {
        case .interrupted: self.init(.interrupted, say("interrupted; nothing was changed"))
        case .closed: self.init(.refused, say("the terminal was closed; nothing was changed"))
        case .failed(let error):
            self.init(.refused, say("the terminal can't be used (%1); nothing was changed", error.text))
        }
    }
}
