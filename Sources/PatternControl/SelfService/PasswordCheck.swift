internal import CPAM
internal import Languages
internal import PatternVault

/// Asks for an account's password, through a PAM service that takes nothing else.
enum PasswordCheck {
    private static let name = "\(ServiceRule.passwordOnly)"

    /// Returns when the password was right and the account may be used; counts nothing of ours.
    static func run(_ account: Account, _ conversation: Conversation) throws(Failure) {
        try ServiceFile.require(name)
        let code = try conversation.authenticate(service: name, user: account.name, checksAccount: true)
        if let ending = conversation.ending { throw ending }
        guard code != PAM_SUCCESS else { return }
        let user = String(bytes: account.name)
        switch code {
        case PAM_AUTH_ERR where try isKeptHere(account):
            throw Failure(.refused, say("%1: wrong password; nothing was changed", user))
        case PAM_AUTH_ERR:
            throw Failure(
                .refused,
                say(
                    "%1: wrong password, or one that another machine keeps: see /etc/pam.d/%2; nothing was changed",
                    user, name))
        case PAM_ACCT_EXPIRED, PAM_NEW_AUTHTOK_REQD, PAM_PERM_DENIED, PAM_MAXTRIES:
            throw Failure(
                .notPermitted,
                say(
                    "%1: may not use the password now (%2); nothing was changed", user,
                    conversation.text(of: code)))
        default:
            throw Failure(
                .unusable,
                say(
                    "%1: the password can't be checked (%2); see the system's log", user,
                    conversation.text(of: code))
            )
        }
    }

    private static func isKeptHere(_ account: Account) throws(Failure) -> Bool {
        try Session.lookUp { () throws(Errno) in try Account.isInShadow(name: account.name) }
    }
}
