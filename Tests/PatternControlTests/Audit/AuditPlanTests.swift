import PatternControl
import PatternVault
import TestSupport
import Testing

/// Who tries what, and what comes of it.
struct AuditPlanTests {
    private static let fresh = AuditState(order: 1)

    @Test(arguments: [
        (0, 100, 0..<10), (9, 100, 0..<10), (10, 100, 10..<100), (99, 100, 10..<100),
        (100, 1_000, 100..<1_000),
        (999, 5_000, 100..<1_000), (1_000, 5_000, 1_000..<5_000), (4_999, 5_000, 1_000..<5_000),
        (3, 5, 0..<5), (10, 11, 10..<11), (389_111, 389_112, 1_000..<389_112),
    ])
    func tellsOnlyAmongWhichItIs(guess: Int, tried: Int, guesses: Range<Int>) {
        #expect(AuditBucket.guesses(around: guess, of: tried) == guesses)
    }

    @Test func triesTheCheapestFirst() {
        let targets = [
            Samples.target(3, guesses: 2, hash: Samples.dear), Samples.target(2, guesses: 2),
            Samples.target(1, guesses: 2), Samples.target(4, guesses: 2, hash: "$6$salt$hash"),
        ]
        var plan = AuditPlan(targets, after: Self.fresh)
        #expect(plan.targets.map(\.credential.uid) == [1, 2, 4, 3])
        var jobs: [AuditPlan.Job] = []
        while let job = plan.nextJob(atMost: 9, workers: 1) { jobs.append(job) }
        #expect(jobs.map(\.target) == [0, 1, 2, 3])
        #expect(jobs.allSatisfy { $0.guesses == 0..<2 })
        #expect(plan.nextTarget() == nil)
        #expect(!plan.isComplete, "all is dealt out, nothing is tried yet")
    }

    @Test func sharesOneCredentialAmongAll() {
        var plan = AuditPlan([Samples.target(1, guesses: 100)], after: Self.fresh)
        #expect(plan.nextJob(atMost: 1_000, workers: 2)?.guesses == 0..<50)
        #expect(plan.nextJob(atMost: 1_000, workers: 2)?.guesses == 50..<75)
        #expect(plan.nextJob(atMost: 3, workers: 2)?.guesses == 75..<78)
    }

    @Test func endsWithACredentialThatIsFound() {
        var plan = AuditPlan(
            [Samples.target(1, guesses: 100), Samples.target(2, guesses: 1)], after: Self.fresh)
        guard let first = plan.nextJob(atMost: 10, workers: 1),
            let second = plan.nextJob(atMost: 10, workers: 1)
        else {
            Issue.record("no job")
            return
        }
        plan.finish(second, .right(12))
        #expect(plan.outcomes == [.found(10..<100), nil])
        #expect(plan.guessesLeft(0) == 0)
        #expect(plan.nextJob(atMost: 10, workers: 1)?.target == 1)
        plan.finish(first, .nothing)
        #expect(plan.outcomes[0] == .found(10..<100), "what ends later changes nothing")
        plan.finish(first, .failed)
        #expect(plan.outcomes[0] == .found(10..<100))
    }

    @Test func goesOnWithTheOthersWhenOneFails() {
        var plan = AuditPlan(
            [Samples.target(1, guesses: 9), Samples.target(2, guesses: 1)], after: Self.fresh)
        if let job = plan.nextJob(atMost: 1, workers: 1) { plan.finish(job, .nothing) }
        if let job = plan.nextJob(atMost: 1, workers: 1) { plan.finish(job, .failed) }
        if let job = plan.nextJob(atMost: 1, workers: 1) { plan.finish(job, .nothing) }
        #expect(plan.outcomes == [.failed, .notFound])
        #expect(plan.isComplete)
        #expect(plan.state.entries[1]?.progress == .tried(1))
    }

    @Test func savesOnlyWhatAllBeforeWasTried() {
        var plan = AuditPlan([Samples.target(1, guesses: 100)], after: Self.fresh)
        let jobs = (0..<4).compactMap { _ in plan.nextJob(atMost: 10, workers: 1) }
        #expect(plan.state == Self.fresh)
        plan.finish(jobs[1], .nothing)
        plan.finish(jobs[3], .nothing)
        #expect(plan.state == Self.fresh, "0 to 9 are under way")
        #expect(plan.guessesLeft(0) == 80)
        plan.finish(jobs[0], .nothing)
        #expect(plan.state.entries[1]?.progress == .tried(20))
        plan.finish(jobs[2], .nothing)
        #expect(plan.state.entries[1]?.progress == .tried(40))
        #expect(plan.guessesLeft(0) == 60)
    }

    @Test func savesNoNumberOfAGuess() {
        var plan = AuditPlan([Samples.target(1, guesses: 5_000)], after: Self.fresh)
        for _ in 0..<123 {
            if let job = plan.nextJob(atMost: 1, workers: 1) { plan.finish(job, .nothing) }
        }
        if let job = plan.nextJob(atMost: 1, workers: 1) { plan.finish(job, .right(123)) }
        #expect(plan.state.entries[1]?.progress == .found(100..<1_000))
    }

    @Test func startsAnewWithAnotherCredential() {
        let before = Samples.state([
            (Samples.target(1, guesses: 9, hash: "$5$other$hash"), .found(0..<10)),
            (Samples.target(2, guesses: 9), .tried(5)),
        ])
        var plan = AuditPlan([Samples.target(1, guesses: 20), Samples.target(2, guesses: 9)], after: before)
        #expect(plan.outcomes == [nil, nil])
        #expect(plan.nextJob(atMost: 99, workers: 1)?.guesses == 0..<20)
        #expect(plan.nextJob(atMost: 99, workers: 1)?.guesses == 5..<9)
    }

    /// What is known, how many are tried now, and what is left to do.
    @Test(
        arguments: [
            (AuditState.Progress.tried(50), 100, nil, 50, "goes on"),
            (.tried(100), 100, .notFound, 0, "all was tried"),
            (.tried(300), 100, .notFound, 0, "more than that was tried"),
            (.found(10..<100), 100, .found(10..<100), 0, "found already"),
            (.found(10..<100), 1_000, .found(10..<100), 0, "also among more"),
            (.found(100..<1_000), 100, .notFound, 0, "found, but not among so few"),
            (.found(100..<1_000), 500, nil, 400, "found, perhaps among these: tried again"),
        ] as [(AuditState.Progress, Int, AuditPlan.Outcome?, Int, String)])
    func goesOn(
        progress: AuditState.Progress, guesses: Int, outcome: AuditPlan.Outcome?, left: Int, why: String
    ) {
        let target = Samples.target(1, guesses: guesses)
        let before = Samples.state([(target, progress)])
        let plan = AuditPlan([target], after: before)
        #expect(plan.outcomes == [outcome], "\(why)")
        #expect(plan.guessesLeft(0) == left, "\(why)")
        #expect(plan.state == before, "nothing is forgotten: \(why)")
    }

    @Test func keepsWhatALongerRunLeft() {
        let targets = (1...4).map { Samples.target(UInt32($0), guesses: 100) }
        let before = Samples.state([
            (targets[0], .tried(300)), (targets[1], .tried(100)), (targets[2], .found(1_000..<5_000)),
            (targets[3], .found(10..<100)), (Samples.target(5, guesses: 1), .tried(7)),
            (Samples.target(6, guesses: 1), .tried(7)),
        ])
        let plan = AuditPlan(targets, after: before)
        #expect(plan.isComplete)
        let kept = plan.stateWhenComplete(accounts: [1, 2, 3, 4, 5])
        #expect(kept.entries.keys.sorted() == [1, 3, 5], "6 has no credential any more")
        #expect(AuditPlan(targets, after: Self.fresh).stateWhenComplete(accounts: [1]).entries.isEmpty)
    }

    /// Random plans by random workers, killed at random and resumed from what was saved: always the answer
    /// of one run that nothing disturbs.
    @Test(arguments: 0..<40)
    func givesTheSameAnswerHoweverOftenItIsInterrupted(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let guesses = Int.random(in: 1...1_500, using: &random)
        var right: [UInt32: Int] = [:]
        var targets: [AuditTarget] = []
        for uid in UInt32(1)...12 {
            let hash = Bool.random(using: &random) ? Samples.cheap : Samples.dear
            targets.append(Samples.target(uid, guesses: guesses, hash: hash))
            if Bool.random(using: &random) { right[uid] = Int.random(in: 0..<2_000, using: &random) }
        }
        let expected = targets.map { target in
            let guess = right[target.credential.uid].flatMap { $0 < guesses ? $0 : nil }
            return guess.map { AuditPlan.Outcome.found(AuditBucket.guesses(around: $0, of: guesses)) }
                ?? .notFound
        }
        var saved = Self.fresh
        var outcomes: [UInt32: AuditPlan.Outcome?] = [:]
        while outcomes.isEmpty {
            var plan = AuditPlan(targets.shuffled(using: &random), after: saved)
            var busy: [AuditPlan.Job] = []
            while !plan.isComplete {
                if busy.count < 3,
                    let job = plan.nextJob(atMost: Int.random(in: 1...200, using: &random), workers: 2)
                {
                    busy.append(job)
                    continue
                }
                let job = busy.remove(at: Int.random(in: busy.indices, using: &random))
                let uid = plan.targets[job.target].credential.uid
                if let guess = right[uid], job.guesses.contains(guess) {
                    plan.finish(job, .right(guess))
                } else {
                    plan.finish(job, .nothing)
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    saved = try #require(AuditState(parsing: plan.state.text))
                }
                if Int.random(in: 0..<30, using: &random) == 0 { break }
            }
            guard plan.isComplete else { continue }
            for (target, outcome) in zip(plan.targets, plan.outcomes) {
                outcomes[target.credential.uid] = outcome
            }
        }
        #expect(targets.map { outcomes[$0.credential.uid] } == expected)
    }
}
