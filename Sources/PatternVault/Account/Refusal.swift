/// Why a rule refuses the pattern, before anything is asked. The password is not concerned.
package enum Refusal: Equatable, Sendable {
    /// The account is root.
    case root
    /// The caller is remote.
    case remote
    /// The process belongs to neither root nor the account.
    case others
    /// The service is not among those that may.
    case service
    /// The account is locked in shadow(5).
    case lockedAccount
    /// The password was not used since boot, or not lately, and a setting asks for it.
    case strongFactorDue

    /// The words for a log line.
    package var name: StaticString {
        switch self {
        case .root: "root"
        case .remote: "remote"
        case .others: "others"
        case .service: "service"
        case .lockedAccount: "locked account"
        case .strongFactorDue: "password due"
        }
    }

    /// The first rule that refuses, nil when none does.
    package init?(of account: Account, isLocked: Bool, caller: Caller, settings: Settings) {
        if account.uid == 0, !settings.root {
            self = .root
        } else if caller.isRemote, !settings.remote {
            self = .remote
        } else if caller.realUser != 0, caller.realUser != account.uid, !settings.others {
            self = .others
        } else if caller.service.span.equals(ServiceRule.passwordOnly)
            || !settings.services.allows(caller.service.span)
        {
            self = .service
        } else if isLocked {
            self = .lockedAccount
        } else {
            return nil
        }
    }
}
