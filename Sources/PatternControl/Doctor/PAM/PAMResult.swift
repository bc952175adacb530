/// What a module may return, by the names of pam.conf(5).
enum PAMResult: String, CaseIterable, Hashable {
    case success, ignore, abort, incomplete
    case openError = "open_err", symbolError = "symbol_err", serviceError = "service_err"
    case systemError = "system_err", bufferError = "buf_err", permissionDenied = "perm_denied"
    case authenticationError = "auth_err", credentialsInsufficient = "cred_insufficient"
    case informationUnavailable = "authinfo_unavail", userUnknown = "user_unknown", maximumTries = "maxtries"
    case newTokenRequired = "new_authtok_reqd", accountExpired = "acct_expired", sessionError = "session_err"
    case credentialsUnavailable = "cred_unavail", credentialsExpired = "cred_expired"
    case credentialsError = "cred_err", noModuleData = "no_module_data", conversationError = "conv_err"
    case tokenError = "authtok_err", tokenRecoveryError = "authtok_recover_err"
    case tokenLockBusy = "authtok_lock_busy", tokenDisableAging = "authtok_disable_aging"
    case tryAgain = "try_again", tokenExpired = "authtok_expired", moduleUnknown = "module_unknown"
    case badItem = "bad_item", conversationAgain = "conv_again"
}
