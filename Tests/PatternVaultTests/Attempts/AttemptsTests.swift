import PatternVault
import Testing

/// Counting tries and forgiving them.
struct AttemptsTests {
    private static let now = Instant(boot: .first, seconds: 1_000)

    /// Attempts in which so many tries were counted.
    private static func attempts(counted: Int) -> Attempts {
        var attempts = Attempts(uid: 1_000)
        for _ in 0..<counted { _ = attempts.count(at: now) }
        return attempts
    }

    @Test func startsWithNothingCounted() {
        let attempts = Attempts(uid: 1_000)
        #expect(attempts.failures == 0)
        #expect(attempts.total == 0)
        #expect(attempts.lock(at: Self.now, LockoutSchedule()) == nil)
        #expect(attempts.strongWallTime == 0)
    }

    @Test func numbersTriesFromOneAndNotesWhen() {
        var attempts = Attempts(uid: 1_000)
        for number in 1...7 {
            let moment = Instant(boot: .first, seconds: 100 * number)
            #expect(attempts.count(at: moment) == UInt64(number))
            #expect(attempts.failures == number)
            #expect(attempts.total == UInt64(number))
            #expect(attempts.counted == moment)
        }
    }

    /// So many tries counted, then right ones by number; what is left.
    struct Forgiving: Sendable {
        let counted: Int
        let right: [UInt64]
        /// What each right one says came before it.
        let before: [Int]
        let failures: Int
        let total: UInt64
        let why: Comment
    }

    @Test(arguments: [
        Forgiving(counted: 1, right: [1], before: [0], failures: 0, total: 0, why: "the first one"),
        Forgiving(counted: 4, right: [4], before: [3], failures: 0, total: 3, why: "after three wrong ones"),
        Forgiving(counted: 4, right: [2], before: [1], failures: 2, total: 3, why: "3 and 4 came later"),
        Forgiving(counted: 4, right: [1], before: [0], failures: 3, total: 3, why: "all others came later"),
        Forgiving(
            counted: 4, right: [3, 2], before: [2, 0], failures: 1, total: 2, why: "the older answers last"),
        Forgiving(
            counted: 4, right: [2, 3], before: [1, 0], failures: 1, total: 2, why: "both in their order"),
        Forgiving(
            counted: 5, right: [5, 4, 3, 2, 1], before: [4, 0, 0, 0, 0], failures: 0, total: 0,
            why: "all right, backwards"),
        Forgiving(
            counted: 3, right: [4], before: [0], failures: 3, total: 3, why: "a number nobody was given"),
        Forgiving(counted: 3, right: [.max], before: [0], failures: 3, total: 3, why: "another one"),
        Forgiving(counted: 0, right: [1], before: [0], failures: 0, total: 0, why: "nothing counted at all"),
    ])
    func takesBackARightTryAndForgivesThoseBeforeIt(_ row: Forgiving) {
        var attempts = Self.attempts(counted: row.counted)
        let before = row.right.map { attempts.forgive(upTo: $0) }
        #expect(before == row.before, row.why)
        #expect(attempts.failures == row.failures, row.why)
        #expect(attempts.total == row.total, row.why)
    }

    @Test func doesNotCountATryTwiceThatTheStrongFactorForgaveAlready() {
        var attempts = Self.attempts(counted: 3)
        attempts.strongFactorUsed(at: Self.now, wallTime: 1_764_486_000)
        _ = attempts.count(at: Self.now)
        #expect(attempts.total == 1)
        // Try 3 was under way when the password was used, and turns out right only now.
        #expect(attempts.forgive(upTo: 3) == 0)
        #expect(attempts.total == 1, "try 4 is still counted")
        #expect(attempts.failures == 1)
    }

    @Test(arguments: [false, true])
    func forgivesEverything(byTheStrongFactor: Bool) {
        var attempts = Self.attempts(counted: 60)
        #expect(attempts.lock(at: Self.now, LockoutSchedule()) == .untilStrongFactor)
        if byTheStrongFactor {
            attempts.strongFactorUsed(at: Self.now, wallTime: 1_764_486_000)
        } else {
            attempts.forgiveAll()
        }
        #expect(attempts.failures == 0)
        #expect(attempts.total == 0)
        #expect(attempts.lock(at: Self.now, LockoutSchedule()) == nil)
        #expect(attempts.count(at: Self.now) == 61, "numbers go on")
        #expect(attempts.strong == (byTheStrongFactor ? Self.now : Instant(boot: nil, seconds: 0)))
        #expect(attempts.strongWallTime == (byTheStrongFactor ? 1_764_486_000 : 0))
    }

    @Test(arguments: [
        (-1, 0 as UInt64, "before 1970"), (Int.min, 0, "the least there is"), (0, 0, "1970"),
        (1 << 31, 1 << 31, "past 2038"), (Int.max, UInt64(Int.max), "the greatest there is"),
    ])
    func keepsTheWallTimeToShowIt(wallTime: Int, kept: UInt64, why: String) {
        var attempts = Attempts(uid: 1_000)
        attempts.strongFactorUsed(at: Self.now, wallTime: wallTime)
        #expect(attempts.strongWallTime == kept, "\(why)")
    }

    /// Somebody who can't be stopped in time: four guesses after each of the owner's own successes.
    @Test func stopsWhoGuessesBetweenTheOwnersSuccesses() {
        var attempts = Attempts(uid: 1_000)
        var now = 1_000
        var guesses = 0
        while attempts.lock(at: Instant(boot: .first, seconds: now), LockoutSchedule()) == nil,
            guesses < 1_000
        {
            now += 3_600
            let moment = Instant(boot: .first, seconds: now)
            if guesses % 4 == 0 { _ = attempts.forgive(upTo: attempts.count(at: moment)) }
            _ = attempts.count(at: moment)
            guesses += 1
        }
        #expect(guesses == 50)
        let inAYear = Instant(boot: .first, seconds: now + 365 * 86_400)
        #expect(attempts.lock(at: inAYear, LockoutSchedule()) == .untilStrongFactor)
        attempts.strongFactorUsed(at: inAYear, wallTime: 0)
        #expect(attempts.lock(at: inAYear, LockoutSchedule()) == nil)
    }
}
