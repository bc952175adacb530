import PatternControl
import Testing

/// Choosing a cost, on made-up machines.
struct CalibrationTests {
    private static let plenty = 1 << 40

    /// A machine on which cost 1 takes so long, and each step doubles it.
    private static func calibrate(
        first: Int, target: Int, freeMemory: Int = plenty, memoryEndsAt end: Int = 99
    ) -> (Calibration, shown: [Int]) {
        var shown: [Int] = []
        let calibration = Calibration(target: target, freeMemory: freeMemory, costs: 1...11) { cost in
            guard cost < end else { return nil }
            return CostMeasurement(
                cost: cost, microseconds: first << (cost - 1),
                bytes: CostMeasurement.expectedBytes(cost: cost))
        } show: { measurement in
            shown.append(measurement.cost)
        }
        return (calibration, shown)
    }

    @Test(arguments: [
        (2_000, 250, 7, 9, "128 ms at 7, 256 at 8: 8 is just too much; 9 is far more and the last measured"),
        (1_953, 250, 8, 10, "249.984 ms at 8; 500 ms at 9 is not far more yet"),
        (1_954, 250, 7, 9, "250.112 ms at 8 is above the target"),
        (250_000, 250, 1, 3, "cost 1 takes just the target"),
        (1, 60_000, 11, 11, "a machine that is faster than any cost"),
    ])
    func proposesTheHighestWithinTheTime(first: Int, target: Int, cost: Int, last: Int, why: String) {
        let (calibration, shown) = Self.calibrate(first: first, target: target)
        #expect(calibration.proposal?.cost == cost, "\(why)")
        #expect(shown == Array(1...last), "\(why)")
        #expect(calibration.ending == (last == 11 ? .highest : .time), "\(why)")
    }

    @Test func proposesNothingWhenTheLowestTakesTooLong() {
        let (calibration, shown) = Self.calibrate(first: 1_001, target: 1)
        #expect(calibration.proposal == nil)
        #expect(shown == [1, 2], "the next one tells how far off the first is")
    }

    @Test(arguments: [
        (4 << 26, 7, "64 MiB is just a quarter of 256 MiB"),
        (4 << 26 - 1, 6, "a byte less"),
    ])
    func takesAQuarterOfTheMemory(freeMemory: Int, cost: Int, why: String) {
        let (calibration, shown) = Self.calibrate(first: 1, target: 250, freeMemory: freeMemory)
        #expect(calibration.proposal?.cost == cost, "\(why)")
        #expect(shown == Array(1...cost), "what needs more is not even tried: \(why)")
        #expect(calibration.ending == .memory)
    }

    @Test func allowsNothingThatTookMoreMemoryThanExpected() {
        let calibration = Calibration(target: 250, freeMemory: 4 << 26, costs: 1...11) { cost in
            CostMeasurement(cost: cost, microseconds: 1, bytes: cost < 5 ? 1 : 1 << 26 + 1)
        } show: { _ in
        }
        #expect(calibration.proposal?.cost == 4)
    }

    @Test func endsWhereThereIsNoMemory() {
        let (calibration, shown) = Self.calibrate(first: 1, target: 250, memoryEndsAt: 4)
        #expect(calibration.proposal?.cost == 3)
        #expect(shown == [1, 2, 3])
        #expect(calibration.ending == .noMemory)
    }

    @Test func proposesNoneAboveOneThatIsTooSlow() {
        let times = [1: 10_000, 2: 300_000, 3: 20_000]
        let calibration = Calibration(target: 250, freeMemory: Self.plenty, costs: 1...3) { cost in
            CostMeasurement(cost: cost, microseconds: times[cost] ?? 0, bytes: 1)
        } show: { _ in
        }
        #expect(calibration.proposal?.cost == 1, "a slip of the clock at 3, not a faster hash")
    }

    @Test func passesFailuresOn() {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try Calibration(target: 250, freeMemory: Self.plenty, costs: 1...11) { _ throws(Broken) in
                throw Broken()
            } show: { _ throws(Broken) in
            }
        }
    }

    @Test func expectsTheMemoryOfTheDefaultCost() {
        #expect(CostMeasurement.expectedBytes(cost: 7) == 67_108_864)
    }
}
