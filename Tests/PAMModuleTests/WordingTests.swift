import PatternVault
import Testing

@testable import PAMModule

/// What the person is told.
struct WordingTests {
    @Test(
        arguments: [
            (.seconds(1), "Pattern locked for 1 minute. (1 minute left to unlock)", "rounded up"),
            (.seconds(60), "Pattern locked for 1 minute. (1 minute left to unlock)", "the first wait"),
            (.seconds(61), "Pattern locked for 2 minutes. (2 minutes left to unlock)", "rounded up"),
            (.seconds(300), "Pattern locked for 5 minutes. (5 minutes left to unlock)", "the second"),
            (.seconds(900), "Pattern locked for 15 minutes. (15 minutes left to unlock)", "the third"),
            (.seconds(1_800), "Pattern locked for 30 minutes. (30 minutes left to unlock)", "the fourth"),
            (.seconds(3_540), "Pattern locked for 59 minutes. (59 minutes left to unlock)", "below an hour"),
            (.seconds(3_541), "Pattern locked for 1 hour. (60 minutes left to unlock)", "rounded up to one"),
            (
                .seconds(3_660), "Pattern locked for 1 hour 1 minute. (61 minutes left to unlock)",
                "a minute more"
            ),
            (
                .seconds(5_400), "Pattern locked for 1 hour 30 minutes. (90 minutes left to unlock)",
                "the fifth"
            ),
            (
                .seconds(7_260), "Pattern locked for 2 hours 1 minute. (121 minutes left to unlock)",
                "two hours"
            ),
            (.seconds(14_400), "Pattern locked for 4 hours. (240 minutes left to unlock)", "the sixth"),
            (.seconds(0), "Pattern locked for 1 minute. (1 minute left to unlock)", "at least 1"),
            (.seconds(-60), "Pattern locked for 1 minute. (1 minute left to unlock)", "at least 1"),
            (.untilStrongFactor, "Pattern locked until the password is used.", "for good"),
        ] as [(Lock, String, String)])
    func saysHowLongALockLasts(lock: Lock, text: String, why: String) {
        #expect(String(decoding: Wording.locked(lock).bytes, as: UTF8.self) == text, "\(why)")
    }

    @Test func survivesTheLongestWait() async {
        await #expect(processExitsWith: .success) {
            for seconds in [Int.max, Int.min] { _ = Wording.locked(.seconds(seconds)) }
        }
    }

    @Test(arguments: [
        (1, "1 wrong pattern since the last right one."), (2, "2 wrong patterns since the last right one."),
        (10, "10 wrong patterns since the last right one."),
    ])
    func saysHowManyWrongOnesThereWere(count: Int, text: String) {
        #expect(String(decoding: Wording.wrongBefore(count).bytes, as: UTF8.self) == text)
    }
}
