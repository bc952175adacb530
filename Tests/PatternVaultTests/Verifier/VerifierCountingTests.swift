import Foundation
import PatternGrid
import PatternVault
import TestSupport
import Testing

/// Tries, each counted on the disk before it is looked at.
struct VerifierCountingTests {
    private static let file = TestStore.attemptsFile()

    @Test func countsWrongOnesAndTakesBackARightOne() throws {
        let store = try TestStore.counting()
        var verifier = store.verifier(clock: TestClock())
        for failures in 1...4 {
            #expect(try verifier.judge(Sample.otherDrawing) == .wrong)
            #expect(try store.attempts().failures == failures)
        }
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 4))
        let attempts = try store.attempts()
        #expect(attempts.failures == 0)
        #expect(attempts.total == 4)
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 0))
        #expect(try store.attempts().total == 4)
    }

    @Test(arguments: [
        ("", TypedError.empty), ("hunter2", .notAPattern), ("4x4:1-2-3-4", .notAPattern), ("123", .tooShort),
        ("74168\u{0}3", .notAPattern),
    ])
    func countsNoLineThatIsNoPattern(typed: String, error: TypedError) throws {
        let store = try TestStore.counting()
        let before = try store.folder.contents(of: Self.file)
        var verifier = store.verifier(clock: TestClock())
        let plan = Faults(.open, turn: 0, error: .inputOutput)
        let verdict = try Faults.$plan.withValue(plan) { try verifier.judge(typed) }
        #expect(verdict == .typed(error))
        #expect(plan.calls == [], "the store is not even looked at")
        #expect(try store.folder.contents(of: Self.file) == before)
    }

    /// All waits of the table, each at its last second and at its end, and a right one that is refused.
    @Test func locksByTheScheduleUntilThePasswordIsUsed() throws {
        let store = try TestStore.counting()
        let clock = TestClock()
        var verifier = store.verifier(clock: clock)
        for _ in 1...5 { #expect(try verifier.judge(Sample.otherDrawing) == .wrong) }
        for minutes in [1, 5, 15, 30, 90, 240] {
            let before = try store.folder.contents(of: Self.file)
            #expect(try verifier.judge(Sample.otherDrawing) == .locked(.seconds(minutes * 60)))
            clock.advance(seconds: minutes * 60 - 1)
            #expect(try verifier.judge(Sample.drawing) == .locked(.seconds(1)), "even the right one")
            #expect(try store.folder.contents(of: Self.file) == before, "not counted")
            clock.advance(seconds: 1)
            #expect(try verifier.judge(Sample.otherDrawing) == .wrong)
        }
        #expect(try verifier.judge(Sample.drawing) == .locked(.untilStrongFactor))
        clock.advance(seconds: 365 * 86_400)
        #expect(try verifier.judge(Sample.drawing) == .locked(.untilStrongFactor))
        #expect(try store.attempts().failures == 11)

        try verifier.strongFactorUsed(Sample.account, wallTime: 1_764_486_000)
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 0))
    }

    @Test func waitsAgainInFullAfterAReboot() throws {
        let store = try TestStore.counting(SlotImage(failures: 7))
        let clock = TestClock(seconds: 1_500)
        var verifier = store.verifier(clock: clock)
        let before = try store.folder.contents(of: Self.file)
        #expect(try verifier.judge(Sample.drawing) == .locked(.seconds(400)))
        for boot in [BootID.second, nil] {
            clock.reboot(into: boot, seconds: 3)
            #expect(try verifier.judge(Sample.drawing) == .locked(.seconds(897)))
            #expect(try store.folder.contents(of: Self.file) == before, "nothing is written for it")
        }
        clock.advance(seconds: 897)
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 7))
    }

    @Test func keepsCountedWhatTheHashFailedOn() throws {
        let store = try TestStore.counting(hash: "$y$")
        var verifier = store.verifier(clock: TestClock())
        for failures in 1...5 {
            #expect(try verifier.judge(Sample.drawing) == .hashFailed(.crypt))
            #expect(try store.attempts().failures == failures)
        }
        #expect(try verifier.judge(Sample.drawing) == .locked(.seconds(60)))
    }

    @Test func looksAtTheRecordAsItIsNow() throws {
        let store = try TestStore.counting()
        var verifier = store.verifier(clock: TestClock())
        let admission = verifier.admit(Sample.account)
        #expect(admission == .ready(.phone))
        // While the person draws, another pattern is enrolled, on a larger grid.
        let grid = try #require(Grid(side: 4))
        try store.replace(try Sample.credential(grid: grid, hash: Sample.largeHash))
        #expect(try verifier.judge(Sample.drawing) == .wrong)
        #expect(try store.attempts().failures == 1)
        #expect(try verifier.judge("1-6-11-12-7", grid: grid) == .right(wrongBefore: 1))
        // And then taken away.
        #expect(try store.remove())
        let before = try store.folder.contents(of: Self.file)
        #expect(try verifier.judge("1-6-11-12-7", grid: grid) == .notEnrolled)
        #expect(try store.folder.contents(of: Self.file) == before, "not counted")
    }

    // MARK: The budget

    /// A program that runs as the user guesses four times after each of the user's own successes.
    @Test func stopsWhoGuessesBetweenTheOwnersSuccesses() throws {
        let store = try TestStore.counting()
        var verifier = store.verifier(clock: TestClock())
        var guesses = 0
        play: while guesses < 200 {
            for _ in 0..<4 {
                guard try verifier.judge(Sample.otherDrawing) == .wrong else { break play }
                guesses += 1
            }
            let verdict = try verifier.judge(Sample.drawing)
            #expect(verdict == .right(wrongBefore: 4))
        }
        #expect(guesses == 50)
        #expect(try store.attempts().total == 50)
        #expect(try verifier.judge(Sample.drawing) == .locked(.untilStrongFactor))
        try verifier.strongFactorUsed(Sample.account, wallTime: 1_764_486_000)
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 0))
        #expect(try store.attempts().total == 0)
    }

    // MARK: The strong factor

    @Test func forgivesAndNotesWhenTheStrongFactorWasUsed() throws {
        let store = try TestStore.counting(SlotImage(failures: 60))
        let verifier = store.verifier(clock: TestClock(seconds: 2_000))
        let plan = Faults(.open, turn: 0, error: .inputOutput)
        try Faults.$plan.withValue(plan) {
            try verifier.strongFactorUsed(Sample.account, wallTime: 1_764_486_000)
        }
        #expect(plan.calls.count { $0 == .syncData } == 1)
        let attempts = try store.attempts()
        #expect(attempts.failures == 0)
        #expect(attempts.total == 0)
        #expect(attempts.strong == Instant(boot: .first, seconds: 2_000))
        #expect(attempts.strongWallTime == 1_764_486_000)
    }

    @Test func forgivesNothingWhereThereIsNothing() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        try store.verifier(clock: TestClock()).strongFactorUsed(Sample.account, wallTime: 0)
        #expect(try store.folder.names(in: "store/attempts") == [], "nor are any made")
    }

    @Test func tellsWhenItCannotForgive() throws {
        let store = try TestStore.counting()
        let clock = TestClock()
        let verifier = store.verifier(clock: clock)
        let held = try HeldLock(store.folder.path(of: Self.file))
        try #require(held.take())
        #expect(throws: StoreError(.attempts, .busy)) {
            try verifier.strongFactorUsed(Sample.account, wallTime: 0)
        }
        // The pattern's own line may have waited for it before.
        let waited = clock.pauses.reduce(0, +)
        #expect((200..<220).contains(waited), "\(waited) ms")
        held.release()
        try store.folder.remove("store/attempts")
        #expect(throws: StoreError(.attemptsFolder, .system(.noSuchFile))) {
            try verifier.strongFactorUsed(Sample.account, wallTime: 0)
        }
        try store.folder.remove("store")
        #expect(throws: StoreError(.store, .system(.noSuchFile))) {
            try verifier.strongFactorUsed(Sample.account, wallTime: 0)
        }
    }

    // MARK: Waiting for the lock

    @Test func waitsThreeSecondsInAllOfACall() throws {
        let store = try TestStore.counting()
        let held = try HeldLock(store.folder.path(of: Self.file))
        try #require(held.take())
        let clock = TestClock()
        var verifier = store.verifier(clock: clock)
        for _ in 1...3 {
            #expect(try verifier.judge(Sample.drawing) == .storeUnusable(StoreError(.attempts, .busy)))
        }
        let waited = clock.pauses.reduce(0, +)
        #expect((3_000..<3_020).contains(waited), "\(waited) ms")
        held.release()
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 0), "a free lock needs no waiting")
    }

    /// A right one opens though it can't be taken back; then the count errs to the safe side.
    @Test func waitsShortlyToTakeBackARightOne() throws {
        let store = try TestStore.counting(SlotImage(failures: 2))
        let held = try HeldLock(store.folder.path(of: Self.file))
        let clock = TestClock { _ in held.take() }
        var verifier = store.verifier(clock: clock)
        let blocked = Faults(.tryLock, turn: 2, error: .wouldBlock)
        let verdict = try Faults.$plan.withValue(blocked) { try verifier.judge(Sample.drawing) }
        #expect(verdict == .right(wrongBefore: 0))
        let waited = clock.pauses.reduce(0, +)
        #expect((200..<220).contains(waited), "\(waited) ms")
        #expect(try store.attempts().failures == 3)
        held.release()
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 3))
    }
}
