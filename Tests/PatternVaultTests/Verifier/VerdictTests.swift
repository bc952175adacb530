import PatternGrid
import PatternVault
import Testing

/// What a verdict is called in a log line.
struct VerdictTests {
    @Test(arguments: [
        (Verdict.right(wrongBefore: 2), "right"),
        (.wrong, "wrong pattern"),
        (.typed(.empty), "empty"),
        (.typed(.notAPattern), "not a pattern"),
        (.typed(.tooShort), "too short"),
        (.cancelled, "cancelled"),
        (.conversationAgain, "conversation incomplete"),
        (.unknownUser, "unknown user"),
        (.notEnrolled, "not enrolled"),
        (.refused(.lockedAccount), "locked account"),
        (.refused(.root), "root"),
        (.refused(.strongFactorDue), "password due"),
        (.locked(.seconds(61)), "locked for 61 seconds"),
        (.locked(.untilStrongFactor), "locked until the password is used"),
        (.storeUnusable(StoreError(.credential, .format)), "credential is damaged"),
        (.accountsUnusable(.inputOutput), "accounts can't be looked up: Input/output error"),
        (.hashFailed(.noMemory), "no memory for the hash"),
        (.hashFailed(.crypt), "libcrypt failed"),
        (.noMemory, "no memory"),
    ])
    func hasAReason(verdict: Verdict, reason: String) {
        #expect(String(verdict.reason) == reason)
    }

    @Test func namesTheSettingThatIsWrong() {
        #expect(throws: SettingsError.self) {
            do throws(SettingsError) {
                _ = try Settings.load(arguments: ["tires=3".bytes], standardFile: Path("/nowhere"))
            } catch {
                #expect(String(Verdict.badSetting(error).reason) == "argument \"tires=3\": no such setting")
                throw error
            }
        }
    }
}
