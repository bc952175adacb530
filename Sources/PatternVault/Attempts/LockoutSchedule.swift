/// When wrong tries lock the pattern, and for how long.
package struct LockoutSchedule: Equatable, Sendable {
    /// The failure that first locks, 1 to 20.
    package var deny = 5
    /// Entry k is the wait after failure `deny` + k, in seconds; after the last entry the pattern is
    /// locked until the strong factor.
    ///
    /// The first rows of Android 16's `SoftwareRateLimiter`.
    package var waits = [60, 300, 900, 1800, 5400, 14400]
    /// How many wrong tries in all lock it until the strong factor, whatever right ones came between.
    package var budget = 50

    /// The default schedule.
    package init() {}

    /// How long a number of failures locks, seconds from the last of them; 0 when it does not.
    package func wait(after failures: Int) -> Lock? {
        guard failures >= deny else { return nil }
        let entry = failures - deny
        return waits.indices.contains(entry) ? .seconds(waits[entry]) : .untilStrongFactor
    }

    /// How many tries somebody gets in so many seconds who never has a right one, and while nobody uses
    /// the strong factor.
    package func tries(within seconds: Int) -> Int {
        var (tries, passed) = (0, 0)
        // At most `deny` and one for each wait.
        while tries < budget {
            tries += 1
            switch wait(after: tries) {
            case nil: break
            case .untilStrongFactor: return tries
            case .seconds(let wait):
                passed += wait
                if passed > seconds { return tries }
            }
        }
        return tries
    }
}

/// How long a pattern is locked.
package enum Lock: Equatable, Sendable {
    /// For so many seconds more, at least 1.
    case seconds(Int)
    /// Until the password is used, or an administrator unlocks it.
    case untilStrongFactor
}
