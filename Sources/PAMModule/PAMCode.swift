internal import CPAM
internal import PatternVault

extension Verdict {
    /// The PAM code of a verdict: the one place that decides it.
    ///
    /// PAM_IGNORE stands for a proven absence alone, and PAM_SUCCESS for ``right`` alone.
    func code(nouserok: Bool) -> CInt {
        switch self {
        case .right: PAM_SUCCESS
        case .wrong, .typed: PAM_AUTH_ERR
        case .locked: PAM_MAXTRIES
        case .cancelled: PAM_CONV_ERR
        case .conversationAgain: PAM_INCOMPLETE
        case .unknownUser: PAM_USER_UNKNOWN
        case .notEnrolled: nouserok ? PAM_IGNORE : PAM_USER_UNKNOWN
        case .refused: PAM_PERM_DENIED
        case .storeUnusable, .accountsUnusable, .hashFailed, .checkerUnusable: PAM_AUTHINFO_UNAVAIL
        case .badSetting: PAM_SERVICE_ERR
        case .noMemory: PAM_BUF_ERR
        }
    }

    /// How loud the log line is; nil where nothing failed and nothing is to be told.
    func priority(nouserok: Bool) -> CInt? {
        switch self {
        case .right, .conversationAgain: nil
        case .notEnrolled: nouserok ? nil : LOG_INFO
        case .refused: LOG_INFO
        case .wrong, .locked, .typed, .cancelled, .unknownUser: LOG_NOTICE
        case .storeUnusable, .accountsUnusable, .hashFailed, .checkerUnusable, .badSetting, .noMemory:
            LOG_ERR
        }
    }

    /// Whether nothing was tried and nothing is broken: the pattern just does not apply here.
    var isNoFailure: Bool {
        switch self {
        case .notEnrolled, .refused: true
        default: false
        }
    }
}
