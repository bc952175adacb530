import Foundation
import PatternVault
import TestSupport
import Testing

/// Tries while system calls fail, each in its turn.
struct VerifierFaultTests {
    private static let errors = [ENOSPC, EIO, EROFS, ENOLCK, EACCES, EDQUOT, ENOMEM].map { Errno($0) }

    /// Judges a line and tells which calls were made.
    private static func calls(of typed: String, in store: TestStore) throws -> (Verdict, [System.Call]) {
        let plan = Faults(.open, turn: 0, error: .inputOutput)
        var verifier = store.verifier(clock: TestClock())
        let verdict = try Faults.$plan.withValue(plan) { try verifier.judge(typed) }
        return (verdict, plan.calls)
    }

    @Test(arguments: [Sample.drawing, Sample.otherDrawing])
    func syncsOnceATry(typed: String) throws {
        let store = try TestStore.counting()
        let (verdict, calls) = try Self.calls(of: typed, in: store)
        #expect(calls.count { $0 == .syncData } == 1)
        #expect(!calls.contains(.sync))
        let sync = try #require(calls.firstIndex(of: .syncData))
        #expect(calls[..<sync].count { $0 == .write } == 1)
        #expect(calls[..<sync].contains(.limit))
        // A right one is taken back by a second write, which waits for no disk.
        #expect(calls[sync...].count { $0 == .write } == (verdict == .wrong ? 0 : 1))
    }

    @Test func syncsBeforeItHashes() throws {
        let store = try TestStore.counting(hash: "$y$")
        let (verdict, calls) = try Self.calls(of: Sample.drawing, in: store)
        #expect(verdict == .hashFailed(.crypt))
        #expect(calls.last == .syncData)
    }

    @Test func syncsNothingThatIsLocked() throws {
        let store = try TestStore.counting(SlotImage(failures: 5))
        let (verdict, calls) = try Self.calls(of: Sample.drawing, in: store)
        #expect(verdict == .locked(.seconds(60)))
        #expect(!calls.contains(.syncData) && !calls.contains(.write))
    }

    /// Each call of a right try fails, one after the other. Until the count is on the disk that refuses
    /// the pattern, right as it is; from then on it opens.
    @Test func comparesNothingThatWasNotCounted() throws {
        let (verdict, calls) = try Self.calls(of: Sample.drawing, in: try TestStore.counting())
        #expect(verdict == .right(wrongBefore: 0))
        let sync = try #require(calls.firstIndex(of: .syncData))
        for (index, call) in calls.enumerated() {
            let turn = calls[...index].count { $0 == call }
            for error in Self.errors {
                let store = try TestStore.counting(SlotImage(sequence: 6, failures: 2))
                var verifier = store.verifier(clock: TestClock())
                let verdict = try Faults.$plan.withValue(Faults(call, turn: turn, error: error)) {
                    try verifier.judge(Sample.drawing)
                }
                let attempts = try store.attempts()
                if index <= sync {
                    guard case .storeUnusable(let why) = verdict else {
                        Issue.record("\(call) \(turn): \(verdict)")
                        continue
                    }
                    #expect(why.problem == .system(error))
                    #expect((2...3).contains(attempts.failures), "\(call) \(turn)")
                } else {
                    #expect(verdict == .right(wrongBefore: 0), "\(call) \(turn): it can't say how many")
                    #expect(attempts.failures == 3, "\(call) \(turn): it can't take back")
                }
                // Nothing is left that would hinder the next one.
                var next = store.verifier(clock: TestClock())
                let after = try next.judge(Sample.drawing)
                #expect(after == .right(wrongBefore: attempts.failures), "\(call) \(turn)")
            }
        }
    }

    /// The same with a wrong one: never right, never forgiven.
    @Test func forgivesNothingBecauseACallFails() throws {
        let (verdict, calls) = try Self.calls(of: Sample.otherDrawing, in: try TestStore.counting())
        #expect(verdict == .wrong)
        #expect(calls.last == .syncData)
        for (index, call) in calls.enumerated() {
            let turn = calls[...index].count { $0 == call }
            let store = try TestStore.counting(SlotImage(sequence: 6, failures: 2))
            var verifier = store.verifier(clock: TestClock())
            let verdict = try Faults.$plan.withValue(Faults(call, turn: turn, error: .inputOutput)) {
                try verifier.judge(Sample.otherDrawing)
            }
            guard case .storeUnusable = verdict else {
                Issue.record("\(call) \(turn): \(verdict)")
                continue
            }
            #expect(try store.attempts().failures >= 2)
        }
    }

    /// ENOENT proves an absence where a record is opened, and nowhere else.
    @Test func takesNoOtherMissingFileForNotEnrolled() throws {
        let (_, calls) = try Self.calls(of: Sample.drawing, in: try TestStore.counting())
        var notEnrolled = 0
        for (index, call) in calls.enumerated() {
            let turn = calls[...index].count { $0 == call }
            let store = try TestStore.counting()
            var verifier = store.verifier(clock: TestClock())
            let verdict = try Faults.$plan.withValue(Faults(call, turn: turn, error: .noSuchFile)) {
                try verifier.judge(Sample.drawing)
            }
            switch verdict {
            case .notEnrolled:
                notEnrolled += 1
                #expect(call == .open)
                #expect(try store.attempts().last == 0, "not counted")
            case .storeUnusable: break
            default: #expect(verdict == .right(wrongBefore: 0))
            }
        }
        #expect(notEnrolled == 1)
    }

    @Test func triesALockAgainThatIsHeld() throws {
        let store = try TestStore.counting()
        let clock = TestClock()
        var verifier = store.verifier(clock: clock)
        let verdict = try Faults.$plan.withValue(Faults(.tryLock, turn: 1, error: .wouldBlock)) {
            try verifier.judge(Sample.drawing)
        }
        #expect(verdict == .right(wrongBefore: 0))
        #expect(clock.pauses.count == 1)
    }
}
