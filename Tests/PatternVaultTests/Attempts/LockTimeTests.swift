import PatternVault
import Testing

/// Time that passes, stands, jumps and starts again, while a lock waits for it.
struct LockTimeTests {
    /// Which boot a moment is of.
    enum Boot: Sendable {
        case first, second, unknown

        var id: BootID? {
            switch self {
            case .first: .first
            case .second: .second
            case .unknown: nil
            }
        }
    }

    /// When the fifth failure was, when it is now, and the rest of its 60 seconds.
    struct Row: Sendable {
        let counted: (boot: Boot, seconds: Int)
        let now: (boot: Boot, seconds: Int)
        let rest: Int?
        let why: Comment

        init(_ counted: (Boot, Int), _ now: (Boot, Int), _ rest: Int?, _ why: Comment) {
            self.counted = counted
            self.now = now
            self.rest = rest
            self.why = why
        }
    }

    static let rows = [
        Row((.first, 1_000), (.first, 1_000), 60, "at once"),
        Row((.first, 1_000), (.first, 1_001), 59, "a second later"),
        Row((.first, 1_000), (.first, 1_059), 1, "the last second"),
        Row((.first, 1_000), (.first, 1_060), nil, "it is over"),
        Row((.first, 1_000), (.first, .max), nil, "as late as can be"),
        Row((.first, 1_000), (.first, 999), 60, "a time namespace whose clock is a second behind"),
        Row((.first, 1_000), (.first, 0), 60, "one whose clock begins with it"),
        Row((.first, 1_000_000), (.first, 10), 60, "one that is days behind: no more than the wait"),
        Row((.first, .max), (.first, 0), 60, "a stamp as late as can be"),
        Row((.first, 0), (.first, 0), 60, "in the first second of the boot"),
        Row((.first, 1_000), (.second, 0), 60, "booted again: in full, from its start"),
        Row((.first, 1_000), (.second, 1), 59, "a second after that"),
        Row((.first, 1_000), (.second, 59), 1, "the last second"),
        Row((.first, 1_000), (.second, 60), nil, "it is over"),
        Row(
            (.first, 1_000), (.second, 1_000), nil,
            "the same time of another boot is no sign of the same boot"),
        Row((.first, 1_000), (.second, 1_030), nil, "nor a little later"),
        Row((.first, 10), (.second, 30), 30, "the stamp of the other boot says nothing"),
        Row((.first, 1_000), (.unknown, 0), 60, "no boot id, and another boot: less far than the try"),
        Row((.first, 1_000), (.unknown, 59), 1, "its last second"),
        Row((.first, 1_000), (.unknown, 60), nil, "it is over"),
        Row((.first, 1_000), (.unknown, 1_001), 59, "further than the try: it may be the same boot"),
        Row((.first, 1_000), (.unknown, 1_060), nil, "it is over for either"),
        Row((.unknown, 1_000), (.first, 0), 60, "counted without a boot id"),
        Row((.unknown, 1_000), (.first, 59), 1, "its last second"),
        Row((.unknown, 1_000), (.first, 60), nil, "it is over"),
        Row((.unknown, 1_000), (.first, 1_001), 59, "further than the try: it may be the same boot"),
        Row((.unknown, 50), (.unknown, 55), 55, "two unknown boots may be the same one"),
        Row((.unknown, 1_000), (.unknown, 1_000), 60, "no time has passed"),
        Row((.unknown, 1_000), (.unknown, 1_010), 50, "however long it is up"),
        Row((.unknown, 1_000), (.unknown, 999), nil, "another boot, and up for longer than the wait"),
    ]

    private static func attempts(_ counted: (boot: Boot, seconds: Int), failures: Int = 5) -> Attempts {
        var attempts = Attempts(uid: 1_000)
        for _ in 0..<failures {
            _ = attempts.count(at: Instant(boot: counted.boot.id, seconds: counted.seconds))
        }
        return attempts
    }

    @Test(arguments: rows)
    func waits(row: Row) {
        let lock = Self.attempts(row.counted).lock(
            at: Instant(boot: row.now.boot.id, seconds: row.now.seconds), LockoutSchedule())
        #expect(lock == row.rest.map { .seconds($0) }, row.why)
    }

    /// Whatever the clocks say, what is left is at least a second and never more than the wait.
    @Test func neverWaitsLongerThanTheWait() {
        let times = [0, 1, 59, 60, 61, 14_399, 14_400, 1 << 31, 1 << 32, 1 << 62, Int.max]
        for (failures, wait) in [(5, 60), (7, 900), (10, 14_400)] {
            for counted in times {
                let attempts = Self.attempts((.first, counted), failures: failures)
                for now in times {
                    for boot in [BootID.first, .second, nil] {
                        let lock = attempts.lock(at: Instant(boot: boot, seconds: now), LockoutSchedule())
                        guard let lock else { continue }
                        guard case .seconds(let rest) = lock else {
                            Issue.record("\(failures) failures lock for good")
                            continue
                        }
                        #expect((1...wait).contains(rest), "\(counted) \(now)")
                    }
                }
            }
        }
    }

    /// Nothing but a try moves the stamp: time that goes back and forth gives no try and takes none.
    @Test func looksAtNothingButTheClockSinceBoot() {
        for wallTime in [0, 1, -1, 1 << 31, 1 << 32, 1_764_486_000, Int.min, Int.max] {
            var attempts = Attempts(uid: 1_000)
            attempts.strongFactorUsed(at: Instant(boot: .first, seconds: 900), wallTime: wallTime)
            for _ in 0..<5 { _ = attempts.count(at: Instant(boot: .first, seconds: 1_000)) }
            let now = Instant(boot: .first, seconds: 1_010)
            #expect(attempts.lock(at: now, LockoutSchedule()) == .seconds(50), "wall time \(wallTime)")
            let isDue = attempts.isStrongFactorDue(at: now, afterBoot: true, everyHours: 1)
            #expect(!isDue, "wall time \(wallTime)")
        }
    }

    /// When the strong factor was used, when it is now, and what asks for it.
    struct Due: Sendable {
        let strong: (boot: Boot, seconds: Int)
        let now: (boot: Boot, seconds: Int)
        let afterBoot: Bool
        let everyHours: Int
        let isDue: Bool
        let why: Comment

        init(
            _ strong: (Boot, Int), _ now: (Boot, Int), _ afterBoot: Bool, _ everyHours: Int, _ isDue: Bool,
            _ why: Comment
        ) {
            self.strong = strong
            self.now = now
            self.afterBoot = afterBoot
            self.everyHours = everyHours
            self.isDue = isDue
            self.why = why
        }
    }

    @Test(arguments: [
        Due((.unknown, 0), (.first, 1_000), false, 0, false, "never used, and nothing asks"),
        Due((.first, 10), (.second, 1_000), false, 0, false, "of another boot, and nothing asks"),
        Due((.first, 2_000), (.first, 1_000), false, 0, false, "in the future, and nothing asks"),
        Due((.unknown, 0), (.first, 1_000), true, 0, true, "never used"),
        Due((.unknown, 0), (.unknown, 1_000), true, 0, true, "never used, and the boot can't be told"),
        Due((.first, 10), (.first, 1_000), true, 0, false, "used since boot"),
        Due((.first, 1_000), (.first, 1_000), true, 0, false, "used just now"),
        Due((.first, 10), (.first, 1 << 40), true, 0, false, "used since boot, long ago"),
        Due((.first, 10), (.second, 1_000), true, 0, true, "used in another boot"),
        Due((.first, 10), (.unknown, 1_000), true, 0, true, "the boot can't be told"),
        Due((.first, 1_001), (.first, 1_000), true, 0, true, "a stamp in the future"),
        Due((.unknown, 0), (.first, 1_000), false, 1, true, "never used"),
        Due((.first, 0), (.first, 3_599), false, 1, false, "the last second of the hour"),
        Due((.first, 0), (.first, 3_600), false, 1, true, "an hour ago"),
        Due((.first, 100), (.first, 100 + 86_399), false, 24, false, "the last second of a day"),
        Due((.first, 100), (.first, 100 + 86_400), false, 24, true, "a day ago"),
        Due((.first, 0), (.first, 8_760 * 3_600 - 1), false, 8_760, false, "the longest there is"),
        Due((.first, 0), (.first, 8_760 * 3_600), false, 8_760, true, "over it"),
        Due((.first, 0), (.first, .max), false, 8_760, true, "as late as can be"),
        Due((.first, 10), (.second, 20), false, 24, true, "hours do not go across a boot"),
        Due((.first, 1_001), (.first, 1_000), false, 24, true, "a stamp in the future"),
        Due((.first, .max), (.first, 0), false, 24, true, "far in the future"),
        Due((.unknown, 900), (.unknown, 1_000), false, 24, true, "two unknown boots are not the same one"),
        Due((.first, 0), (.first, 3_600), true, 1, true, "since boot, but not lately"),
        Due((.first, 0), (.first, 3_599), true, 1, false, "both are content"),
    ])
    func tellsWhetherTheStrongFactorIsDue(row: Due) {
        var attempts = Attempts(uid: 1_000)
        attempts.strongFactorUsed(
            at: Instant(boot: row.strong.boot.id, seconds: row.strong.seconds), wallTime: 1_764_486_000)
        let isDue = attempts.isStrongFactorDue(
            at: Instant(boot: row.now.boot.id, seconds: row.now.seconds), afterBoot: row.afterBoot,
            everyHours: row.everyHours)
        #expect(isDue == row.isDue, row.why)
    }
}
