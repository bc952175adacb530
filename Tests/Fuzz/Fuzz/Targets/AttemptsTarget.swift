import PatternVault
import TestSupport

/// Slots of attempts, and what is done with what they hold: nothing that was counted is lost.
enum AttemptsTarget {
    static func run(_ feed: inout Feed) {
        let isSealed = feed.choice(4) > 0
        var bytes = feed.text()
        if isSealed { bytes = SlotImage.sealed(Array("pamptry1".utf8) + bytes) }
        let naive = SlotImage(bytes)
        guard let slot = Attempts.Slot(parsing: bytes.span) else {
            return claim(naive == nil, "a slot of the description is read")
        }
        claim(
            naive?.last == slot.attempts.last && naive?.total == slot.attempts.total,
            "only such a slot is read")
        claim(Attempts.Slot(parsing: slot.bytes.span) == slot, "a slot is written as it was read")
        change(slot, &feed)
    }

    private static func change(_ slot: Attempts.Slot, _ feed: inout Feed) {
        var attempts = slot.attempts
        for _ in 0..<feed.choice(24) {
            let before = attempts
            let now = instant(&feed)
            switch feed.choice(6) {
            case 0, 1:
                let number = attempts.count(at: now)
                claim(number == attempts.last && number == before.last + 1, "a try gets the next number")
                claim(attempts.total > before.total || before.total == .max, "a try counts")
            case 2:
                let number = attempts.last - min(attempts.last, UInt64(feed.byte() % 8))
                let wrong = attempts.forgive(upTo: number)
                claim(wrong >= 0 && attempts.last == before.last, "a right try takes back no number")
                claim(attempts.failures <= before.failures, "a right try forgives")
                claim(before.total - attempts.total <= 1, "a right try takes back itself alone")
            case 3: attempts.strongFactorUsed(at: now, wallTime: Int(truncatingIfNeeded: feed.number()))
            case 4: attempts.forgiveAll()
            default: checkLock(attempts, now, &feed)
            }
            claim(attempts.clearedTo >= before.clearedTo, "what was forgiven stays so")
            let written = Attempts.Slot(sequence: slot.sequence, attempts: attempts)
            let read = Attempts.Slot(parsing: written.bytes.span)
            claim(
                read?.attempts.last == attempts.last && read?.attempts.total == attempts.total,
                "it can be read again")
        }
    }

    private static func checkLock(_ attempts: Attempts, _ now: Instant, _ feed: inout Feed) {
        let lock = attempts.lock(at: now, LockoutSchedule())
        var naive = SlotImage.blank(
            last: attempts.last, clearedTo: attempts.clearedTo, total: attempts.total)
        naive.countedBoot = bytes(of: attempts.counted.boot) ?? naive.countedBoot
        naive.countedSeconds = UInt64(attempts.counted.seconds)
        let expected = naive.lock(boot: bytes(of: now.boot), seconds: now.seconds)
        switch lock {
        case nil: claim(expected == nil, "locked, but let in")
        case .untilStrongFactor: claim(expected == .max, "locked for good")
        case .seconds(let seconds): claim(seconds == expected, "locked for \(seconds), not \(expected ?? 0)")
        }
        let hours = feed.choice(3)
        let isDue = attempts.isStrongFactorDue(at: now, afterBoot: feed.choice(2) == 0, everyHours: hours)
        claim(
            !isDue || now.secondsSince(attempts.strong).map { hours > 0 && $0 >= hours * 3600 } ?? true,
            "not due")
    }

    private static func instant(_ feed: inout Feed) -> Instant {
        let boot = feed.choice(3)
        let bytes = [UInt8](repeating: UInt8(boot), count: BootID.size)
        return Instant(
            boot: boot == 0 ? nil : BootID(bytes: bytes.span),
            seconds: Int(clamping: feed.number()))
    }

    /// The 16 bytes of a boot's name.
    private static func bytes(of boot: BootID?) -> [UInt8]? {
        boot.map { boot in
            (0..<BootID.size).map { UInt8(truncatingIfNeeded: boot.value >> UInt128($0 * 8)) }
        }
    }
}
