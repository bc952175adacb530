/// One user's counts of tries, and what is needed to time a lock.
///
/// Every try is counted before it is looked at, under its own number. A right one takes back what was
/// counted up to it; so tries that came later, at the same time, stay counted.
package struct Attempts: Equatable, Sendable {
    /// The account's uid, which also names the file.
    package let uid: UInt32
    /// The number of the last counted try.
    package internal(set) var last: UInt64 = 0
    /// The number of the last try that is forgiven, with all before it.
    package internal(set) var clearedTo: UInt64 = 0
    /// Wrong tries since the strong factor or an unlock: right ones take back only themselves.
    package internal(set) var total: UInt64 = 0
    /// The number of the last try at the time of the strong factor or unlock; ``total`` has none up to it.
    package internal(set) var totalFrom: UInt64 = 0
    /// When the last try was counted.
    package internal(set) var counted = Instant(boot: nil, seconds: 0)
    /// When the strong factor was last used.
    package internal(set) var strong = Instant(boot: nil, seconds: 0)
    /// The same by the wall clock, in seconds since 1970, 0 for never; shown, never decided by.
    package internal(set) var strongWallTime: UInt64 = 0

    /// Starts with nothing counted.
    package init(uid: UInt32) {
        self.uid = uid
    }

    /// Tries that are counted and not forgiven.
    package var failures: Int { Int(clamping: last - clearedTo) }

    /// How long the pattern is locked at a moment; nil when a try may be looked at.
    package func lock(at now: Instant, _ schedule: LockoutSchedule) -> Lock? {
        if total >= UInt64(clamping: schedule.budget) { return .untilStrongFactor }
        guard let wait = schedule.wait(after: failures) else { return nil }
        guard case .seconds(let seconds) = wait else { return wait }
        let rest = seconds - waited(at: now)
        return rest > 0 ? .seconds(min(rest, seconds)) : nil
    }

    /// Whether any moment could be locked; false spares its caller the clock.
    func mayBeLocked(_ schedule: LockoutSchedule) -> Bool {
        failures >= schedule.deny || total >= UInt64(clamping: schedule.budget)
    }

    /// Seconds of a wait that have passed.
    ///
    /// In another boot than that of the try the wait runs from the start of this one; in the same one a try
    /// in the future has waited for nothing yet. Where either can't be told it is what both would allow: no
    /// longer than since the try, or no wait would be one where the boots have no name.
    private func waited(at now: Instant) -> Int {
        let sinceTry = now.seconds - counted.seconds
        guard let boot = now.boot, let countedBoot = counted.boot else {
            return sinceTry >= 0 ? sinceTry : now.seconds
        }
        return boot == countedBoot ? max(0, sinceTry) : now.seconds
    }

    /// Counts a try, and gives its number.
    package mutating func count(at now: Instant) -> UInt64 {
        last &+= 1
        total = total == UInt64.max ? total : total + 1
        counted = now
        return last
    }

    /// Takes back a right try and forgives all that were counted before it; gives the number of those
    /// that were wrong.
    package mutating func forgive(upTo number: UInt64) -> Int {
        guard number <= last else { return 0 }
        let before = number > clearedTo ? number - clearedTo - 1 : 0
        clearedTo = max(clearedTo, number)
        if number > totalFrom, total > 0 { total -= 1 }
        return Int(clamping: before)
    }

    /// Forgives everything: an administrator's unlock, or a new pattern.
    package mutating func forgiveAll() {
        clearedTo = last
        totalFrom = last
        total = 0
    }

    /// Forgives everything and notes when: the strong factor was used.
    package mutating func strongFactorUsed(at now: Instant, wallTime: Int) {
        forgiveAll()
        strong = now
        strongWallTime = UInt64(clamping: wallTime)
    }

    /// Tells whether the strong factor is due before a pattern may be used.
    ///
    /// Known only within one boot: after the next one it is due, as it is for a stamp in the future.
    package func isStrongFactorDue(at now: Instant, afterBoot: Bool, everyHours: Int) -> Bool {
        guard afterBoot || everyHours > 0 else { return false }
        guard let seconds = now.secondsSince(strong) else { return true }
        return everyHours > 0 && seconds >= everyHours * 3600
    }
}
