internal import Languages
internal import PatternVault

/// How far an audit is, as a line on a terminal shows it.
package struct AuditProgress: Equatable, Sendable {
    /// All guesses that there are to try.
    package let total: Int
    /// Those that need not be tried any more.
    package let done: Int
    /// How many patterns were found.
    package let found: Int
    /// How much of the time is over, in percent, 100 only at the end.
    package let percent: Int
    /// How long it still takes, in seconds; nil while that can't be told.
    package let secondsLeft: Int?

    private static var longestBar: Int { 30 }
    private static var shortestBar: Int { 8 }

    /// Names how far it is.
    package init(total: Int, done: Int, found: Int, percent: Int, secondsLeft: Int?) {
        self.total = total
        self.done = done
        self.found = found
        self.percent = percent
        self.secondsLeft = secondsLeft
    }

    /// How far a plan is.
    package init(_ plan: AuditPlan, _ speed: AuditSpeed, workers: Int) {
        var (total, left, work, workLeft) = (0, 0, 0.0, 0.0)
        for (index, target) in plan.targets.enumerated() {
            let guesses = plan.guessesLeft(index)
            let each = speed.microseconds(target.cost) ?? Double(target.cost.microseconds)
            total += target.guesses
            left += guesses
            work += each * Double(target.guesses)
            workLeft += each * Double(guesses)
        }
        self.init(
            total: total, done: total - left,
            found: plan.outcomes.count { if case .found = $0 { true } else { false } },
            percent: left == 0 ? 100 : min(99, Int((1 - workLeft / work) * 100)),
            secondsLeft: speed.secondsLeft(plan, workers: workers))
    }

    /// `4,000 of 10,000 guesses (40 %)`.
    package var text: String {
        say("%1 of %2 guesses (%3 %)", Amount.grouped(done), Amount.grouped(total), "\(percent)")
    }

    /// A line that fits so many columns, its bar as long as there is room.
    package func line(columns: Int) -> String {
        let left = secondsLeft.map { ", \(Amount.duration(seconds: $0)) left" } ?? ""
        let text = "\(self.text), \(Amount.grouped(found)) found\(left)"
        // The last column stays free: terminals wrap behind it.
        let room = columns - 1
        let bar = min(room - text.count - 3, AuditProgress.longestBar)
        guard bar >= AuditProgress.shortestBar else { return String(text.prefix(max(0, room))) }
        let full = bar * percent / 100
        return "[\(String(repeating: "#", count: full))\(String(repeating: " ", count: bar - full))] \(text)"
    }
}
