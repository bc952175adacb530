internal import CPAM
internal import Languages
internal import PatternVault

/// `patternctl verify`: tries a pattern through PAM, service `patternctl`, as a login would.
struct Verify {
    private static let service = "patternctl"

    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        let account = try session.account()
        let name = String(bytes: account.name)
        try ServiceFile.require(Verify.service)
        let conversation = try Conversation(
            drawing: options.typed
                ? nil
                : Conversation.Drawing(
                    prompt: session.settings.prompt.map { String(bytes: $0) },
                    keypad: session.settings.keypad))
        let code = try conversation.authenticate(service: Verify.service, user: account.name)
        if let ending = conversation.ending { throw ending }
        switch code {
        case PAM_SUCCESS:
            try Output.print(say("%1: right.", name))
        case PAM_AUTH_ERR:
            throw Failure(.refused, say("%1: wrong, or not a pattern; try again", name))
        case PAM_USER_UNKNOWN:
            throw Failure(.notEnrolled, say("%1: has no pattern; set one with sudo patternctl enroll", name))
        case PAM_MAXTRIES:
            throw Failure(
                .locked, say("%1: the pattern is locked; use the password, or patternctl unlock", name))
        case PAM_PERM_DENIED:
            throw Failure(
                .notPermitted, say("%1: the rules of pattern.conf refuse it; see the system's log", name))
        default:
            throw Failure(
                .unusable,
                say("%1: can't be checked (%2); see the system's log", name, conversation.text(of: code)))
        }
    }
}
