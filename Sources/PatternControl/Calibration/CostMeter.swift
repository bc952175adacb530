internal import CLinux
internal import Languages
internal import PatternVault

/// Measures what hashing takes on this machine.
enum CostMeter {
    /// How often each cost is hashed. The fastest counts: what else the machine does only adds.
    private static let rounds = 3

    /// Hashes at a cost; nil when there is no memory for it.
    static func measure(_ cost: Int) throws(Failure) -> CostMeasurement? {
        try measure(cost, rounds: rounds)
    }

    /// Hashes so many times at a cost; nil when there is no memory for it.
    static func measure(_ cost: Int, rounds: Int) throws(Failure) -> CostMeasurement? {
        // Any text costs the same.
        guard let text = Secret(copying: Array("3x3:1-2-3-4-5-6-7-8-9".utf8).span) else { return nil }
        let before = Memory.ofProcess
        var fastest = Int.max
        for _ in 0..<rounds {
            let start = Stopwatch.microseconds
            do throws(Hasher.Failure) {
                _ = try Hasher.make(text, cost: cost) { output throws(Errno) in
                    try System.random(into: &output)
                }
            } catch {
                switch error {
                case .noMemory: return nil
                case .random(let error): throw Failure(.unusable, say("no random numbers (%1)", error.text))
                case .crypt:
                    throw Failure(.unusable, say("libcrypt can't hash by yescrypt at cost %1", "\(cost)"))
                }
            }
            fastest = min(fastest, Stopwatch.microseconds - start)
        }
        return CostMeasurement(cost: cost, microseconds: fastest, bytes: memory(cost, since: before))
    }

    /// The memory that a cost took: what the process had at most, beyond what it had before. Where that
    /// was no new high, or can't be told, what the cost's parameters come to.
    private static func memory(_ cost: Int, since before: Memory?) -> Int {
        guard let before, let after = Memory.ofProcess, after.most > before.most else {
            return CostMeasurement.expectedBytes(cost: cost)
        }
        return after.most - before.present
    }
}

/// Time that only goes forward.
enum Stopwatch {
    /// Microseconds since some moment: CLOCK_MONOTONIC of clock_gettime(2).
    static var microseconds: Int {
        var time = timespec()
        // SAFETY: `time` lives through the call, which fills it.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
    }
}
