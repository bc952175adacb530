import CPAM
import PatternGrid
import PatternVault
import Testing

@testable import PAMModule

/// The PAM code of each verdict.
struct PAMCodeTests {
    /// A verdict, its code without and with `nouserok`, and its level in the log.
    struct Row: Sendable {
        let verdict: Verdict
        let code: CInt
        let codeWithNouserok: CInt
        let priority: CInt?

        init(_ verdict: Verdict, _ code: CInt, nouserok: CInt? = nil, _ priority: CInt?) {
            self.verdict = verdict
            self.code = code
            codeWithNouserok = nouserok ?? code
            self.priority = priority
        }
    }

    private static func badSetting() -> Verdict { .badSetting(.placesForRootAlone) }

    static let rows = [
        Row(.right(wrongBefore: 0), PAM_SUCCESS, nil),
        Row(.right(wrongBefore: 4), PAM_SUCCESS, nil),
        Row(.wrong, PAM_AUTH_ERR, LOG_NOTICE),
        Row(.typed(.empty), PAM_AUTH_ERR, LOG_NOTICE),
        Row(.typed(.notAPattern), PAM_AUTH_ERR, LOG_NOTICE),
        Row(.typed(.tooShort), PAM_AUTH_ERR, LOG_NOTICE),
        Row(.cancelled, PAM_CONV_ERR, LOG_NOTICE),
        Row(.conversationAgain, PAM_INCOMPLETE, nil),
        Row(.unknownUser, PAM_USER_UNKNOWN, LOG_NOTICE),
        Row(.notEnrolled, PAM_USER_UNKNOWN, nouserok: PAM_IGNORE, LOG_INFO),
        Row(.refused(.root), PAM_PERM_DENIED, LOG_INFO),
        Row(.refused(.remote), PAM_PERM_DENIED, LOG_INFO),
        Row(.refused(.others), PAM_PERM_DENIED, LOG_INFO),
        Row(.refused(.service), PAM_PERM_DENIED, LOG_INFO),
        Row(.refused(.lockedAccount), PAM_PERM_DENIED, LOG_INFO),
        Row(.refused(.strongFactorDue), PAM_PERM_DENIED, LOG_INFO),
        Row(.locked(.seconds(60)), PAM_MAXTRIES, LOG_NOTICE),
        Row(.locked(.untilStrongFactor), PAM_MAXTRIES, LOG_NOTICE),
        Row(.storeUnusable(StoreError(.store, .mode)), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.storeUnusable(StoreError(.attempts, .system(.noSuchFile))), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.storeUnusable(StoreError(.credential, .unknownMethod)), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.storeUnusable(StoreError(.attempts, .busy)), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.accountsUnusable(.inputOutput), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.checkerUnusable(.notFound), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.checkerUnusable(.timedOut), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.checkerUnusable(.refused([])), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.hashFailed(.noMemory), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(.hashFailed(.crypt), PAM_AUTHINFO_UNAVAIL, LOG_ERR),
        Row(badSetting(), PAM_SERVICE_ERR, LOG_ERR),
        Row(.noMemory, PAM_BUF_ERR, LOG_ERR),
    ]

    @Test(arguments: rows)
    func isThatOfTheTable(row: Row) {
        #expect(row.verdict.code(nouserok: false) == row.code)
        #expect(row.verdict.code(nouserok: true) == row.codeWithNouserok)
        #expect(row.verdict.priority(nouserok: false) == row.priority)
    }

    /// With `nouserok` an account without a pattern is no news.
    @Test func logsNoAbsenceThatIsAllowed() {
        #expect(Verdict.notEnrolled.priority(nouserok: true) == nil)
    }

    @Test(arguments: rows)
    func isSuccessForRightAloneAndIgnoreForAProvenAbsenceAlone(row: Row) {
        for nouserok in [false, true] {
            let code = row.verdict.code(nouserok: nouserok)
            if case .right = row.verdict {} else { #expect(code != PAM_SUCCESS) }
            #expect((code == PAM_IGNORE) == (nouserok && row.verdict == .notEnrolled))
        }
    }

    /// A line of the log that says `authentication failure` makes fail2ban shut out the caller.
    @Test(arguments: rows)
    func isNoFailureWhereNothingWasTried(row: Row) {
        let isNoFailure =
            switch row.verdict {
            case .notEnrolled, .refused: true
            default: false
            }
        #expect(row.verdict.isNoFailure == isNoFailure)
    }
}
