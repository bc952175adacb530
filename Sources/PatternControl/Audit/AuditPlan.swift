package import PatternVault

/// What an audit has to try, and what came of it: decides who tries what next, and starts no process.
///
/// Credentials come in turn, the cheapest first; the guesses against one are dealt out in runs of
/// consecutive ones, so that many can work on one credential. Whatever the order in which the runs end,
/// the outcome is the same.
package struct AuditPlan: Sendable {
    /// Guesses to try against one credential.
    package struct Job: Equatable, Sendable {
        /// The place of the credential in ``AuditPlan/targets``.
        package let target: Int
        /// The guesses.
        package let guesses: Range<Int>
    }

    /// How a job ended.
    package enum Answer: Equatable, Sendable {
        /// None of the guesses is right.
        case nothing
        /// This one is.
        case right(Int)
        /// They could not be tried.
        case failed
    }

    /// What is known of a credential in the end.
    package enum Outcome: Equatable, Sendable {
        /// It is none of the guesses.
        case notFound
        /// It is one of these.
        case found(Range<Int>)
        /// It could not be tried.
        case failed
    }

    private struct Work {
        /// The first guess that nobody has.
        var next: Int
        /// All guesses below are tried.
        var done: Int
        /// Runs that were tried, but some before them were not.
        var ahead: [Range<Int>] = []
        var outcome: Outcome?

        init(_ progress: AuditState.Progress?, guesses: Int) {
            var start = 0
            switch progress {
            case nil: break
            case .tried(let count): start = min(count, guesses)
            case .found(let range) where range.upperBound <= guesses: outcome = .found(range)
            // Found among more guesses than are tried now: those below are known to be wrong.
            case .found(let range): start = min(range.lowerBound, guesses)
            }
            (next, done) = (start, start)
            if start == guesses, outcome == nil { outcome = .notFound }
        }

        mutating func tried(_ guesses: Range<Int>) {
            ahead.append(guesses)
            while let index = ahead.firstIndex(where: { $0.lowerBound == done }) {
                done = ahead.remove(at: index).upperBound
            }
        }
    }

    /// The credentials, cheapest first, then by uid.
    package let targets: [AuditTarget]
    private var works: [Work]
    /// What was known before.
    private let before: AuditState
    /// The first credential that may have guesses nobody has.
    private var current = 0

    /// Plans to try credentials, going on where another run ended.
    ///
    /// What is known of an account that has another credential now does not count.
    package init(_ targets: [AuditTarget], after before: AuditState) {
        self.targets = targets.sorted { first, second in
            first.cost == second.cost
                ? first.credential.uid < second.credential.uid : first.cost < second.cost
        }
        self.before = before
        works = self.targets.map { target in
            Work(before.entry(of: target)?.progress, guesses: target.guesses)
        }
    }

    /// What is known of each credential; nil where there is more to try.
    package var outcomes: [Outcome?] { works.map(\.outcome) }

    /// Whether everything was tried.
    package var isComplete: Bool { works.allSatisfy { $0.outcome != nil } }

    /// The credential that the next job is about; nil when all guesses are dealt out.
    package mutating func nextTarget() -> AuditTarget? {
        while current < works.count {
            let work = works[current]
            if work.outcome == nil, work.next < targets[current].guesses { return targets[current] }
            current += 1
        }
        return nil
    }

    /// Deals out the next guesses, at most so many and a fair share of what the credential has left.
    package mutating func nextJob(atMost most: Int, workers: Int) -> Job? {
        guard let target = nextTarget() else { return nil }
        let start = works[current].next
        let rest = target.guesses - start
        let share = (rest + workers - 1) / max(workers, 1)
        let end = start + max(1, min(most, share))
        works[current].next = end
        return Job(target: current, guesses: start..<end)
    }

    /// Notes how a job ended.
    package mutating func finish(_ job: Job, _ answer: Answer) {
        let tried = targets[job.target].guesses
        switch answer {
        case .right(let guess):
            works[job.target].outcome = .found(AuditBucket.guesses(around: guess, of: tried))
        case .failed where works[job.target].outcome == nil: works[job.target].outcome = .failed
        case .failed: break
        case .nothing:
            works[job.target].tried(job.guesses)
            if works[job.target].done == tried, works[job.target].outcome == nil {
                works[job.target].outcome = .notFound
            }
        }
    }

    /// How many guesses a credential has left; none once its outcome is known.
    package func guessesLeft(_ target: Int) -> Int {
        let work = works[target]
        guard work.outcome == nil else { return 0 }
        return targets[target].guesses - work.done - work.ahead.reduce(0) { $0 + $1.count }
    }

    /// What to keep for a run that goes on here.
    package var state: AuditState {
        var state = before
        for (target, work) in zip(targets, works) {
            let progress: AuditState.Progress
            switch work.outcome {
            case .found(let range): progress = .found(range)
            case .notFound, .failed, nil: progress = .tried(work.done)
            }
            if progress != .tried(0), !(before.entry(of: target)?.progress.tellsMore(than: progress) ?? false)
            {
                state.entries[target.credential.uid] = AuditState.Entry(
                    fingerprint: target.credential.fingerprint, progress: progress)
            }
        }
        return state
    }

    /// What to keep once this run is complete: what an interrupted run of more guesses, or of more
    /// accounts, left. `accounts` are all that have a credential.
    package func stateWhenComplete(accounts: Set<UInt32>) -> AuditState {
        var state = before
        state.entries = state.entries.filter { accounts.contains($0.key) }
        for target in targets {
            let kept = before.entry(of: target)
            if kept?.progress.goesBeyond(target.guesses) != true {
                state.entries[target.credential.uid] = nil
            }
        }
        return state
    }
}

extension AuditState {
    /// What is known of a credential; nil also where it is of another one of that account.
    fileprivate func entry(of target: AuditTarget) -> Entry? {
        guard let entry = entries[target.credential.uid],
            entry.fingerprint == target.credential.fingerprint
        else { return nil }
        return entry
    }
}

extension AuditState.Progress {
    /// Tells whether this is worth more than what a run came to since.
    fileprivate func tellsMore(than other: AuditState.Progress) -> Bool {
        switch (self, other) {
        case (.tried(let count), .tried(let other)): count > other
        case (.found, .tried): true
        case (_, .found): false
        }
    }

    /// Tells whether it is about more than the first so many guesses.
    fileprivate func goesBeyond(_ guesses: Int) -> Bool {
        switch self {
        case .tried(let count): count > guesses
        case .found(let range): range.upperBound > guesses
        }
    }
}
