import Foundation
import PatternVault
import Synchronization
import TestSupport
import Testing

/// A clock that goes 50 times slower than it should, so that no wait for the lock ends because the
/// machine that runs the tests is busy.
private struct SlowClock: Clock {
    var boot: BootID? { .first }
    var milliseconds: Int { System.millisecondsSinceBoot / 50 }
    func pause(milliseconds: Int) { System.sleep(milliseconds: milliseconds) }
}

/// Tries at the same time, on one file.
struct VerifierConcurrencyTests {
    /// Judges each of these lines on a thread of its own, as far as there are threads.
    private static func judge(
        _ lines: [String], at store: StoreLocation, _ settings: Settings = Settings()
    ) -> [Verdict] {
        let verdicts = Mutex<[Verdict]>([])
        DispatchQueue.concurrentPerform(iterations: lines.count) { index in
            do {
                var verifier = Verifier(settings: settings, store: store, clock: SlowClock())
                let verdict = try verifier.judge(lines[index])
                verdicts.withLock { $0.append(verdict) }
            } catch {
                Issue.record(error)
            }
        }
        return verdicts.withLock { $0 }
    }

    private static func isLocked(_ verdict: Verdict) -> Bool {
        if case .locked = verdict { true } else { false }
    }

    @Test func comparesExactlyAsManyWrongOnesAsMayBe() throws {
        let store = try TestStore.counting()
        let verdicts = Self.judge([String](repeating: Sample.otherDrawing, count: 60), at: store.location)
        #expect(verdicts.count { $0 == .wrong } == 5)
        #expect(verdicts.count(where: Self.isLocked) == 55)
        let attempts = try store.attempts()
        #expect(attempts.last == 5)
        #expect(attempts.failures == 5)
        #expect(attempts.total == 5)
    }

    @Test func acceptsAllRightOnesUpToTheLimit() throws {
        for _ in 0..<10 {
            let store = try TestStore.counting()
            let verdicts = Self.judge([String](repeating: Sample.drawing, count: 5), at: store.location)
            #expect(verdicts.count { if case .right = $0 { true } else { false } } == 5)
            #expect(try store.attempts().failures == 0)
            #expect(try store.attempts().total == 0)
        }
    }

    @Test func losesNoCountWhenRightAndWrongOnesMix() throws {
        var random = SeededRandom(seed: 11)
        var settings = Settings()
        settings.schedule.deny = 20
        settings.schedule.budget = 1_000
        let store = try TestStore.counting()
        let lines = (0..<80).map { _ in
            Int.random(in: 0..<3, using: &random) == 0 ? Sample.drawing : Sample.otherDrawing
        }
        let verdicts = Self.judge(lines, at: store.location, settings)
        let wrong = verdicts.count { $0 == .wrong }
        let right = verdicts.count { if case .right = $0 { true } else { false } }
        #expect(wrong + right + verdicts.count(where: Self.isLocked) == 80)
        let attempts = try store.attempts()
        #expect(attempts.last == UInt64(wrong + right), "each that was looked at has a number")
        #expect(attempts.total == UInt64(wrong), "and each wrong one stays in the total")
        #expect(attempts.failures <= 20)
    }

    /// The same from processes, which share nothing but the file.
    @Test func comparesExactlyAsManyInSeveralProcesses() async throws {
        let store = try TestStore.counting()
        let path = store.folder.path(of: "store")
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let location = StoreLocation(
                            path: try present(Path(absolute: path.bytes.span)), owner: geteuid())
                        let verdicts = Self.judge(
                            [String](repeating: Sample.otherDrawing, count: 10), at: location)
                        let wrong = verdicts.count { $0 == .wrong }
                        #expect(wrong + verdicts.count(where: Self.isLocked) == 10)
                        try Data([UInt8(wrong)]).write(to: URL(filePath: "\(path)/wrong.\(getpid())"))
                    }
                }
            }
        }
        let counts = try store.folder.names(in: "store").filter { $0.hasPrefix("wrong.") }
            .map { try store.folder.contents(of: "store/\($0)").reduce(0) { $0 + Int($1) } }
        #expect(counts.count == 3)
        #expect(counts.reduce(0, +) == 5)
        #expect(try store.attempts().last == 5)
    }
}
