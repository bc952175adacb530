import PatternVault
import TestSupport
import Testing

/// How long how many failures lock.
struct LockoutScheduleTests {
    /// A row of the table of right answers.
    struct Row: Codable, Sendable {
        let failures: Int
        /// Seconds, or `locked`.
        let wait: String

        /// All rows of the table, made outside of this package from Android's `SoftwareRateLimiter`.
        static func all() throws -> [Row] {
            try Oracle.rows("throttle").map { fields in
                Row(failures: try #require(Int(fields[0])), wait: fields[1])
            }
        }
    }

    /// Attempts with so many failures, the last one at second 1000 of the first boot.
    private static func attempts(failures: Int) -> Attempts {
        var attempts = Attempts(uid: 1_000)
        for _ in 0..<failures { _ = attempts.count(at: Instant(boot: .first, seconds: 1_000)) }
        return attempts
    }

    private static func lock(
        _ failures: Int, after seconds: Int, _ schedule: LockoutSchedule = LockoutSchedule()
    ) -> Lock? {
        attempts(failures: failures).lock(at: Instant(boot: .first, seconds: 1_000 + seconds), schedule)
    }

    @Test func theTableIsWhole() throws {
        #expect(try Row.all().map(\.failures) == Array(0...11))
    }

    @Test(arguments: try Row.all())
    func waitsAsTheTableSays(row: Row) throws {
        guard row.wait != "locked" else {
            #expect(Self.lock(row.failures, after: 0) == .untilStrongFactor)
            #expect(Self.lock(row.failures, after: 1 << 40) == .untilStrongFactor)
            return
        }
        let wait = try #require(Int(row.wait))
        #expect(Self.lock(row.failures, after: 0) == (wait == 0 ? nil : .seconds(wait)))
        #expect(Self.lock(row.failures, after: wait) == nil, "the wait is over")
        if wait > 0 {
            #expect(Self.lock(row.failures, after: 1) == .seconds(wait - 1))
            #expect(Self.lock(row.failures, after: wait - 1) == .seconds(1), "its last second")
        }
    }

    @Test(arguments: [12, 13, 20, 49])
    func staysLockedBehindTheTable(failures: Int) {
        #expect(Self.lock(failures, after: 0) == .untilStrongFactor)
        #expect(Self.lock(failures, after: 1 << 40) == .untilStrongFactor)
    }

    /// Another schedule, and the lock right after the last failure.
    struct Variant: Sendable {
        let deny: Int
        let waits: [Int]
        let budget: Int
        let failures: Int
        let lock: Lock?
        let why: Comment
    }

    @Test(arguments: [
        Variant(deny: 1, waits: [10], budget: 50, failures: 0, lock: nil, why: "nothing failed"),
        Variant(deny: 1, waits: [10], budget: 50, failures: 1, lock: .seconds(10), why: "the first locks"),
        Variant(
            deny: 1, waits: [10], budget: 50, failures: 2, lock: .untilStrongFactor, why: "no entry left"),
        Variant(deny: 20, waits: [60], budget: 50, failures: 19, lock: nil, why: "one below deny"),
        Variant(deny: 20, waits: [60], budget: 50, failures: 20, lock: .seconds(60), why: "deny itself"),
        Variant(deny: 20, waits: [60], budget: 50, failures: 21, lock: .untilStrongFactor, why: "one above"),
        Variant(deny: 3, waits: [7, 5], budget: 50, failures: 3, lock: .seconds(7), why: "entry 1"),
        Variant(deny: 3, waits: [7, 5], budget: 50, failures: 4, lock: .seconds(5), why: "entry 2, shorter"),
        Variant(
            deny: 3, waits: [7, 5], budget: 50, failures: 5, lock: .untilStrongFactor, why: "no entry 3"),
        Variant(deny: 5, waits: [60], budget: 1, failures: 0, lock: nil, why: "nothing of the budget spent"),
        Variant(deny: 5, waits: [60], budget: 1, failures: 1, lock: .untilStrongFactor, why: "all of it"),
        Variant(deny: 5, waits: [60], budget: 4, failures: 3, lock: nil, why: "one left of the budget"),
        Variant(
            deny: 5, waits: [60], budget: 5, failures: 5, lock: .untilStrongFactor, why: "budget over wait"),
        Variant(deny: 5, waits: [60], budget: 6, failures: 5, lock: .seconds(60), why: "a wait, one left"),
    ])
    func followsItsSettings(variant: Variant) {
        var schedule = LockoutSchedule()
        schedule.deny = variant.deny
        schedule.waits = variant.waits
        schedule.budget = variant.budget
        #expect(Self.lock(variant.failures, after: 0, schedule) == variant.lock, variant.why)
    }

    @Test func isAsDocumentedUnlessSet() {
        let schedule = LockoutSchedule()
        #expect(schedule.deny == 5)
        #expect(schedule.waits == [1, 5, 15, 30, 90, 240].map { $0 * 60 })
        #expect(schedule.budget == 50)
    }

    /// Free until the fifth failure, then one after each wait that has ended by then.
    @Test(arguments: [
        (0, 5), (59, 5), (60, 6), (359, 6), (360, 7), (22_859, 10), (22_860, 11), (365 * 86_400, 11),
    ])
    func countsTheTriesOfATime(seconds: Int, tries: Int) {
        #expect(LockoutSchedule().tries(within: seconds) == tries)
    }

    @Test func countsNoTryBeyondTheBudget() {
        var schedule = LockoutSchedule()
        schedule.budget = 3
        #expect(schedule.tries(within: 86_400) == 3)
    }
}
