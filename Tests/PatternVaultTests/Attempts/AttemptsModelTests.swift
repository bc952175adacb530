import PatternVault
import TestSupport
import Testing

/// Attempts beside a plain list of all tries, over many random histories of tries that overlap.
struct AttemptsModelTests {
    /// What is known of one try.
    private struct Try {
        let number: UInt64
        /// A right one at or after it has answered, or everything was forgiven.
        var isForgiven = false
        /// The strong factor or an unlock came after it.
        var isOfThePast = false
        /// It was right, and has taken itself back.
        var isTakenBack = false
    }

    /// The same counts, slowly.
    private struct Naive {
        var tries: [Try] = []

        var failures: Int { tries.count { !$0.isForgiven } }
        var total: Int { tries.count { !$0.isOfThePast && !$0.isTakenBack } }

        mutating func count() -> UInt64 {
            tries.append(Try(number: UInt64(tries.count + 1)))
            return UInt64(tries.count)
        }

        mutating func forgive(_ number: UInt64) -> Int {
            let before = tries.count { $0.number < number && !$0.isForgiven }
            for index in tries.indices where tries[index].number <= number {
                tries[index].isForgiven = true
                if tries[index].number == number { tries[index].isTakenBack = true }
            }
            return before
        }

        mutating func forgiveAll() {
            for index in tries.indices {
                tries[index].isForgiven = true
                tries[index].isOfThePast = true
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func countsAsAListOfAllTriesWould(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var schedule = LockoutSchedule()
        schedule.deny = Int.random(in: 1...6, using: &random)
        schedule.budget = Int.random(in: 5...30, using: &random)
        let now = Instant(boot: .first, seconds: 1_000)
        var attempts = Attempts(uid: 1_000)
        var naive = Naive()
        var underWay: [UInt64] = []
        var comparedSinceClear = 0
        for step in 0..<400 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<60 where attempts.lock(at: now, schedule) == nil:
                // No time passes, so that only a clear lets a lock end.
                let number = attempts.count(at: now)
                #expect(number == naive.count())
                underWay.append(number)
                comparedSinceClear += 1
                #expect(comparedSinceClear <= schedule.deny, "seed \(seed), step \(step)")
            case 60..<75 where !underWay.isEmpty:
                // A wrong one answers: nothing is to be done.
                underWay.remove(at: Int.random(in: underWay.indices, using: &random))
            case 75..<92 where !underWay.isEmpty:
                let number = underWay.remove(at: Int.random(in: underWay.indices, using: &random))
                let failures = naive.failures
                #expect(attempts.forgive(upTo: number) == naive.forgive(number))
                if naive.failures < failures { comparedSinceClear = 0 }
            case 92..<94:
                attempts.strongFactorUsed(at: now, wallTime: 0)
                naive.forgiveAll()
                comparedSinceClear = 0
            case 94..<95:
                attempts.forgiveAll()
                naive.forgiveAll()
                comparedSinceClear = 0
            default: break
            }
            #expect(attempts.failures == naive.failures, "seed \(seed), step \(step)")
            #expect(attempts.total == UInt64(naive.total), "seed \(seed), step \(step)")
            #expect(attempts.last == UInt64(naive.tries.count), "seed \(seed), step \(step)")
            let isLocked = naive.failures >= schedule.deny || naive.total >= schedule.budget
            #expect((attempts.lock(at: now, schedule) != nil) == isLocked, "seed \(seed), step \(step)")
            let slot = Attempts.Slot(sequence: 1, attempts: attempts)
            #expect(Attempts.Slot(parsing: slot.bytes.span) == slot, "on the disk it is the same")
        }
    }
}
