import PatternControl
import PatternVault
import Testing

/// How far an audit is, and how long it still takes.
struct AuditProgressTests {
    private static func progress(
        percent: Int = 40, secondsLeft: Int? = 125, total: Int = 10_000
    ) -> AuditProgress {
        AuditProgress(total: total, done: 4_000, found: 3, percent: percent, secondsLeft: secondsLeft)
    }

    @Test(arguments: [
        (200, "[############                  ] 4,000 of 10,000 guesses (40 %), 3 found, 2 min 5 s left"),
        (100, "[############                  ] 4,000 of 10,000 guesses (40 %), 3 found, 2 min 5 s left"),
        (80, "[########             ] 4,000 of 10,000 guesses (40 %), 3 found, 2 min 5 s left"),
        (67, "[###     ] 4,000 of 10,000 guesses (40 %), 3 found, 2 min 5 s left"),
        (66, "4,000 of 10,000 guesses (40 %), 3 found, 2 min 5 s left"),
        (21, "4,000 of 10,000 gues"), (1, ""), (0, ""),
    ])
    func fitsTheColumns(columns: Int, line: String) {
        #expect(Self.progress().line(columns: columns) == line)
        #expect(line.count < max(columns, 1))
    }

    @Test func fillsTheBar() {
        #expect(Self.progress(percent: 0).line(columns: 200).hasPrefix("[                              ] "))
        #expect(Self.progress(percent: 99).line(columns: 200).hasPrefix("[############################# ] "))
        #expect(Self.progress(percent: 100).line(columns: 200).hasPrefix("[##############################] "))
    }

    @Test func saysNothingOfATimeThatIsNotKnown() {
        #expect(
            Self.progress(secondsLeft: nil).line(columns: 50) == "4,000 of 10,000 guesses (40 %), 3 found")
    }

    @Test func weighsByTime() {
        // 10 cheap guesses and 10 that take a hundred times as long.
        let cheap = Samples.target(1, guesses: 10)
        let dear = Samples.target(2, guesses: 10, hash: Samples.dear)
        var plan = AuditPlan([dear, cheap], after: AuditState(order: 1))
        var speed = AuditSpeed()
        let unknown = AuditProgress(plan, speed, workers: 2)
        #expect((unknown.total, unknown.done, unknown.percent, unknown.secondsLeft) == (20, 0, 0, nil))
        if let job = plan.nextJob(atMost: 10, workers: 1) {
            speed.add(cheap.cost, guesses: 10, microseconds: 100_000)
            plan.finish(job, .nothing)
        }
        speed.add(dear.cost, guesses: 1, microseconds: 1_000_000)
        let known = AuditProgress(plan, speed, workers: 2)
        #expect((known.total, known.done, known.found, known.percent) == (20, 10, 0, 0))
        #expect(known.secondsLeft == 5, "10 s for two workers")
        if let job = plan.nextJob(atMost: 5, workers: 1) { plan.finish(job, .nothing) }
        let half = AuditProgress(plan, speed, workers: 1)
        #expect((half.done, half.percent, half.secondsLeft) == (15, 50, 5))
        if let job = plan.nextJob(atMost: 5, workers: 1) { plan.finish(job, .right(7)) }
        let end = AuditProgress(plan, speed, workers: 1)
        #expect((end.done, end.found, end.percent, end.secondsLeft) == (20, 1, 100, 0))
    }

    @Test func is100OnlyAtTheEnd() {
        var plan = AuditPlan([Samples.target(1, guesses: 1_000)], after: AuditState(order: 1))
        if let job = plan.nextJob(atMost: 999, workers: 1) { plan.finish(job, .nothing) }
        #expect(AuditProgress(plan, AuditSpeed(), workers: 1).percent == 99)
    }

    @Test func expectsTheUnmeasuredInProportion() {
        let cheap = HashCost(microseconds: 100, bytes: 0)
        let dear = HashCost(microseconds: 1_000, bytes: 0)
        var speed = AuditSpeed()
        #expect(speed.microseconds(cheap) == nil)
        #expect(speed.guessesAtOnce(cheap) == 1)
        speed.add(cheap, guesses: 10, microseconds: 3_000)
        #expect(speed.microseconds(cheap) == 300)
        #expect(speed.microseconds(dear) == 3_000)
        #expect(speed.guessesAtOnce(dear) == 1, "not measured yet")
        speed.add(dear, guesses: 1, microseconds: 500_000)
        #expect(speed.microseconds(dear) == 500_000)
        #expect(speed.guessesAtOnce(cheap) == 833, "a quarter of a second")
        #expect(speed.guessesAtOnce(dear) == 1)
        speed.add(cheap, guesses: 1_000_000, microseconds: 0)
        #expect(speed.guessesAtOnce(cheap) == 10_000, "never more")
    }
}
