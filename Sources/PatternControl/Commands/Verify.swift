internal import CPAM
internal import PatternVault

/// `patternctl verify`: tries a pattern through PAM, service `patternctl`, as a login would.
struct Verify {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        let account = try session.account()
        let name = String(bytes: account.name)
        let conversation = try Conversation(
            drawing: options.typed
                ? nil
                : Conversation.Drawing(
                    prompt: session.settings.prompt.map { String(bytes: $0) },
                    keypad: session.settings.keypad))
        let code = try conversation.authenticate(service: "patternctl", user: account.name)
        if let ending = conversation.ending { throw ending }
        switch code {
        case PAM_SUCCESS:
            try Output.print("\(name): right.")
        case PAM_AUTH_ERR:
            throw Failure(.refused, "\(name): wrong, or not a pattern; try again")
        case PAM_USER_UNKNOWN:
            throw Failure(.notEnrolled, "\(name): has no pattern; set one with sudo patternctl enroll")
        case PAM_MAXTRIES:
            throw Failure(.locked, "\(name): the pattern is locked; use the password, or patternctl unlock")
        case PAM_PERM_DENIED:
            throw Failure(.notPermitted, "\(name): the rules of pattern.conf refuse it; see the system's log")
        default:
            throw Failure(
                .unusable, "\(name): can't be checked (\(conversation.text(of: code))); see the system's log")
        }
    }
}
