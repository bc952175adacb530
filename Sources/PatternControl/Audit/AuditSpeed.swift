package import PatternVault

/// How long guesses take on this machine, as far as it was measured.
package struct AuditSpeed: Equatable, Sendable {
    private struct Measured: Equatable {
        var guesses = 0
        var microseconds = 0
    }

    private var measured: [HashCost: Measured] = [:]

    /// A job should take about so long, in microseconds: a kill loses no more, and asking for the next
    /// one does not count.
    private static var jobTime: Int { 250_000 }
    /// The most guesses of one job.
    private static var mostGuesses: Int { 10_000 }

    /// Knows nothing.
    package init() {}

    /// Notes how long guesses took.
    package mutating func add(_ cost: HashCost, guesses: Int, microseconds: Int) {
        measured[cost, default: Measured()].guesses += guesses
        measured[cost, default: Measured()].microseconds += max(0, microseconds)
    }

    /// How long one guess takes, in microseconds: as measured, or in proportion to what was; nil before
    /// anything was.
    package func microseconds(_ cost: HashCost) -> Double? {
        if let known = measured[cost], known.guesses > 0 {
            return Double(known.microseconds) / Double(known.guesses)
        }
        var (expected, taken) = (0.0, 0.0)
        for (cost, known) in measured {
            expected += Double(cost.microseconds) * Double(known.guesses)
            taken += Double(known.microseconds)
        }
        return expected > 0 ? Double(cost.microseconds) * taken / expected : nil
    }

    /// How many guesses to deal out at once; one as long as their time was not measured.
    package func guessesAtOnce(_ cost: HashCost) -> Int {
        guard let known = measured[cost], known.guesses > 0 else { return 1 }
        let each = max(1, known.microseconds / known.guesses)
        return min(max(1, AuditSpeed.jobTime / each), AuditSpeed.mostGuesses)
    }

    /// How long a plan still takes, in seconds, rounded up; nil before anything was measured.
    package func secondsLeft(_ plan: AuditPlan, workers: Int) -> Int? {
        var microseconds = 0.0
        for (index, target) in plan.targets.enumerated() {
            let left = plan.guessesLeft(index)
            guard left > 0 else { continue }
            guard let each = self.microseconds(target.cost) else { return nil }
            microseconds += each * Double(left)
        }
        return Int((microseconds / Double(max(1, workers)) / 1_000_000).rounded(.up))
    }
}
