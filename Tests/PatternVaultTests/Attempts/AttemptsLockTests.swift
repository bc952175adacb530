import PatternVault
import TestSupport
import Testing

/// Waiting for a lock that somebody else holds.
struct AttemptsLockTests {
    private static let file = TestStore.attemptsFile()

    private static func held(_ store: TestStore) throws -> HeldLock {
        let held = try HeldLock(store.folder.path(of: file))
        try #require(held.take())
        return held
    }

    @Test(arguments: [0, 1, 31, 200, 3_000])
    func waitsAsLongAsItMayAndNoLonger(milliseconds: Int) throws {
        let store = try TestStore.counting()
        let held = try Self.held(store)
        let before = try held.contents()
        let clock = TestClock()
        let file = try store.open()
        var patience = milliseconds
        #expect(throws: StoreError(.attempts, .busy)) {
            _ = try file.count(patience: &patience, clock: clock)
        }
        #expect(patience == 0)
        let waited = clock.pauses.reduce(0, +)
        #expect((milliseconds..<(milliseconds + 20)).contains(waited), "\(waited) ms")
        #expect(clock.pauses.allSatisfy { (1...20).contains($0) }, "whoever gives it back is seen soon")
        #expect(try held.contents() == before)
    }

    @Test func takesWhatItWaitedFromItsPatience() throws {
        let store = try TestStore.counting()
        let held = try Self.held(store)
        let clock = TestClock { turn in if turn == 3 { held.release() } }
        var patience = 3_000
        #expect(try store.open().count(patience: &patience, clock: clock) == 1)
        #expect(clock.pauses.count == 3)
        #expect(patience == 3_000 - clock.pauses.reduce(0, +))
    }

    @Test func needsNoPatienceForAFreeLock() throws {
        let store = try TestStore.counting()
        var patience = 0
        #expect(try store.open().count(patience: &patience, clock: TestClock()) == 1)
        #expect(patience == 0)
    }

    @Test(arguments: [[5_000, 4_000], [0, -1]])
    func givesUpWhenTheClockGoesBack(readings: [Int]) throws {
        let store = try TestStore.counting()
        let held = try Self.held(store)
        let file = try store.open()
        var patience = 3_000
        // The first reading is for the time of the try.
        let clock = TestClock(readings: [0] + readings)
        #expect(throws: StoreError(.attempts, .busy)) {
            _ = try file.count(patience: &patience, clock: clock)
        }
        #expect(clock.pauses == [], "at once: how long it has waited can't be told")
        held.release()
    }

    /// What becomes of the file while somebody waits for its lock.
    enum Change: Sendable, CaseIterable {
        case removed, replaced, linked
    }

    /// A try that is counted in a file without a name would be free.
    @Test(arguments: Change.allCases)
    func countsNothingInAFileThatIsNoLongerInPlace(change: Change) throws {
        let store = try TestStore.counting(SlotImage(sequence: 2, failures: 1))
        let held = try Self.held(store)
        let before = try held.contents()
        let clock = TestClock { turn in
            guard turn == 2 else { return }
            do {
                switch change {
                case .removed: try store.folder.remove(Self.file)
                case .replaced:
                    try store.folder.remove(Self.file)
                    try store.folder.write(SlotImage(failures: 4).file(), to: Self.file, mode: 0o660)
                case .linked: try store.folder.makeHardLink("elsewhere", to: Self.file)
                }
            } catch {
                Issue.record(error)
            }
            held.release()
        }
        let file = try store.open()
        #expect(throws: StoreError(.attempts, .system(.stale))) { _ = try file.count(clock: clock) }
        #expect(try held.contents() == before)
        #expect(held.take(), "the lock is given back")
        if change == .replaced { #expect(try store.attempts().failures == 4) }
    }

    @Test func isReadWhoeverHoldsIt() throws {
        let store = try TestStore.counting(SlotImage(failures: 3))
        let held = try Self.held(store)
        #expect(try store.attempts().failures == 3)
        held.release()
    }
}
