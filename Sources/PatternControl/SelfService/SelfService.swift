internal import CLinux
internal import Languages
internal import PatternVault

/// A user who is here as root, by pkexec(1), to set a pattern of their own.
///
/// polkit has let them in, by whatever its own PAM stack takes: a fingerprint, or the very pattern that is to
/// be replaced. So nothing is granted for that: the command line may hold next to nothing, the account is
/// theirs, and the password is asked for here.
package struct SelfService {
    /// The only options that go with `enroll`.
    private static let options = ["--random", "--typed"]

    private let account: Account
    private let rule: SelfServiceRule

    /// Refuses every command line but that of a self-service, before anything is opened or even parsed.
    static func admit(_ words: [String]) throws(Failure) {
        let isCalled = try caller() != nil
        guard isOthers || isCalled && !isAdmitted(words) else { return }
        throw Failure(
            .notPermitted,
            say("pkexec: runs enroll alone, at most with --random and --typed; use sudo for anything else"))
    }

    /// Whether pkexec runs us as somebody else than root (`--user`): polkit asked one person, and here another
    /// would be asked, whose pattern that one could try out.
    private static var isOthers: Bool { unsafe System.effectiveUser != 0 && getenv("PKEXEC_UID") != nil }

    /// Whether a command line, the program's name first, is `enroll` and nothing that could lead elsewhere.
    package static func isAdmitted(_ words: [String]) -> Bool {
        let rest = words.dropFirst()
        return rest.first == "enroll" && rest.dropFirst().allSatisfy(options.contains)
    }

    /// The user whom pkexec names; nil where it does not run us as root. Whoever else sets the variable
    /// may do less than without it.
    static func caller() throws(Failure) -> UInt32? {
        guard System.effectiveUser == 0, let text = unsafe getenv("PKEXEC_UID") else { return nil }
        let bytes = unsafe Array(String(cString: text).utf8)
        guard let uid = bytes.span.decimal(limit: Int(UInt32.max)) else {
            throw Failure(.notPermitted, say("PKEXEC_UID: is no uid; use sudo"))
        }
        return UInt32(uid)
    }

    /// Sees whether the user may set a pattern; nil where it is no self-service.
    init?(_ session: Session, _ account: Account, in folder: borrowing StoreFolder) throws(Failure) {
        guard try SelfService.caller() != nil else { return nil }
        self.account = account
        rule = session.settings.selfService
        try SelfService.requirePermission(session.settings)
        guard rule == .first else { return }
        let credential = try session.attempt { () throws(StoreError) in
            try folder.credential(uid: account.uid)
        }
        guard credential == nil else { throw SelfService.isEnrolled(account) }
    }

    /// Ends the command where the administrator permits no self-service.
    static func requirePermission(_ settings: Settings) throws(Failure) {
        guard settings.selfService == .no else { return }
        throw Failure(
            .notPermitted, say("only root may set a pattern here (self_service=no); ask an administrator"))
    }

    /// What a user is told who has a pattern, where self-service is for the first one.
    static func isEnrolled(_ account: Account) -> Failure {
        Failure(
            .notPermitted,
            say(
                "%1: has a pattern, and only root may change it (self_service=first); ask an administrator",
                String(bytes: account.name)))
    }

    /// Asks for the password, on the terminal; without one it is the first of two lines on standard input.
    /// Returns the second, the pattern.
    func confirm(isShown: Bool) throws(Failure) -> Secret? {
        if let terminal = Terminal() {
            terminal.show(
                say("A new pattern takes your password, whatever you were asked for before.") + "\n")
            try PasswordCheck.run(account, Conversation(password: nil))
            return nil
        }
        guard !isShown, !Input.isTerminal else {
            throw Failure(.refused, say("no terminal to ask for the password on; nothing was changed"))
        }
        // Both are read before either is looked at: a pattern alone must not be taken for the password.
        var input = try Input()
        let password = try SelfService.line(of: &input)
        let pattern = try SelfService.line(of: &input)
        guard case .end = try input.line() else { throw SelfService.needsTwoLines }
        try PasswordCheck.run(account, Conversation(password: password))
        return pattern
    }

    private static func line(of input: inout Input) throws(Failure) -> Secret {
        guard case .text(let line) = try input.line() else { throw needsTwoLines }
        return line
    }

    private static var needsTwoLines: Failure {
        Failure(
            .refused,
            say(
                "no terminal to ask for the password on; give two lines on standard input, the password and the pattern"
            )
        )
    }

    /// Puts the credential into the store, unless an administrator was there first.
    func store(_ credential: Credential, in folder: borrowing StoreFolder) throws(StoreError) -> Bool {
        guard rule == .first else {
            try folder.replace(credential)
            return true
        }
        return try folder.add(credential)
    }
}
