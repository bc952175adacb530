import PatternGrid
import PatternVault
import Testing

@testable import PatternControl

/// How far guessing goes.
struct GuessingTests {
    private func guessing(_ change: (inout LockoutSchedule) -> Void = { _ in }) -> Guessing {
        var schedule = LockoutSchedule()
        change(&schedule)
        return Guessing(schedule: schedule, price: Guessing.Price(cost: 7, seconds: 0.1, cores: 2))
    }

    /// Eleven by the default schedule, as in Android 16's table of waits: 4 free ones, and one more after
    /// each of 6 waits and before the first.
    @Test func theDefaultScheduleGivesElevenTries() {
        let tries = guessing().tries
        #expect(tries.day == 11)
        #expect(tries.year == 11)
        #expect(tries.withOwner == 50)
    }

    @Test(arguments: [
        (0, 5, "the fifth locks for a minute"), (59, 5, "not yet over"), (60, 6, "over"),
        (359, 6, "five more minutes"), (360, 7, "over"), (86_400, 11, "all waits together take 6 h 21 min"),
    ])
    func waitsSpreadTriesOverTime(seconds: Int, tries: Int, why: Comment) {
        #expect(LockoutSchedule().tries(within: seconds) == tries, why)
    }

    @Test func aBudgetBelowTheWaitsEndsIt() {
        #expect(guessing { $0.budget = 3 }.tries.year == 3)
        #expect(guessing { ($0.deny, $0.waits) = (1, [365 * 86_400]) }.tries.year == 2)
        #expect(guessing { ($0.deny, $0.waits) = (1, [365 * 86_400]) }.tries.day == 1)
    }

    @Test func tellsAPerson() throws {
        let larger = try #require(Grid(side: 5))
        #expect(
            guessing().lines(for: [.phone, larger]) == [
                "Guessing here: 11 tries, then the password is needed;",
                "  at most 50 while your own right patterns forgive wrong ones.",
                "  Of the patterns that people choose, 30 guesses open 24 %; 20 % where the 12 most common are",
                "  refused, 2 % where 581 are (3x3; Munyendo et al., SOUPS 2021).",
                "With a leaked hash: all 389,112 patterns of 3x3 in 5 hours on this machine (100 ms a hash at"
                    + " cost 7, 2 cores).",
                "With a leaked hash: more patterns on 5x5 than can be counted here (100 ms a hash at cost 7, 2"
                    + " cores).",
            ])
    }

    @Test func tellsAScript() {
        #expect(
            guessing().json(for: .phone).text
                == #"{"tries_per_day": 11, "tries_per_year": 11, "tries_until_password": 50, "#
                + #""patterns": 389112, "cost": 7, "seconds_per_hash": 0.100000, "cores": 2, "#
                + #""hours_for_all": 5.404333}"#)
    }

    @Test(arguments: [
        (0.2, "less than an hour"), (1.0, "an hour"), (1.6, "2 hours"), (71.4, "71 hours"), (72.0, "3 days"),
        (17_000.0, "708 days"), (57_000_000.0, "6,507 years"), (1e40, "more years than matter"),
        (.infinity, "more years than matter"),
    ])
    func saysHowLongItTakes(hours: Double, text: String) {
        #expect(Guessing.duration(hours) == text)
    }
}
