/// Choosing a cost: as dear for an attacker as the person who waits, and the machine, can bear.
package struct Calibration: Equatable, Sendable {
    /// Why no higher cost was measured.
    package enum Ending: Equatable, Sendable {
        /// The last one took far more time than is wanted.
        case time
        /// The next one would take more memory than it may.
        case memory
        /// There was no memory for the next one.
        case noMemory
        /// There is no higher one.
        case highest
    }

    /// What one cost came to; nil where there was no memory for it.
    package typealias Meter<Failure: Error> = (_ cost: Int) throws(Failure) -> CostMeasurement?

    /// The wanted time, in milliseconds, unless another is given.
    ///
    /// A quarter of a second: less is hardly felt at a prompt, and pam_pattern's default cost takes about
    /// that on a small laptop. It is the whole check, on top of what the program that asks takes.
    package static var defaultTarget: Int { 250 }

    /// The times that may be wanted, in milliseconds.
    package static var targets: ClosedRange<Int> { 1...60_000 }

    /// A cost that takes this many times the wanted time ends the measuring: the next takes twice that.
    private static var farMore: Int { 2 }

    /// The wanted time, in microseconds.
    package let target: Int
    /// The memory that one hash may take, in bytes.
    package let memory: Int
    /// What was measured, lowest cost first.
    package private(set) var measurements: [CostMeasurement] = []
    /// Why it ended there.
    package private(set) var ending = Ending.highest

    /// Measures cost after cost; `show` gets each as it comes.
    ///
    /// - Parameters:
    ///   - target: the wanted time, in milliseconds.
    ///   - freeMemory: what the machine has to spare, in bytes. One hash may take a quarter: several may
    ///     try at once, and the machine has other work.
    package init<Failure: Error>(
        target: Int, freeMemory: Int, costs: ClosedRange<Int>, meter: Meter<Failure>,
        show: (CostMeasurement) throws(Failure) -> Void
    ) throws(Failure) {
        self.target = target * 1000
        memory = freeMemory / 4
        for cost in costs {
            guard CostMeasurement.expectedBytes(cost: cost) <= memory else {
                ending = .memory
                return
            }
            guard let measurement = try meter(cost) else {
                ending = .noMemory
                return
            }
            measurements.append(measurement)
            try show(measurement)
            guard measurement.microseconds <= self.target * Calibration.farMore else {
                ending = .time
                return
            }
        }
    }

    /// Tells whether a cost is within the wanted time and the memory.
    package func allows(_ measurement: CostMeasurement) -> Bool {
        measurement.microseconds <= target && measurement.bytes <= memory
    }

    /// The highest cost that is allowed, with none that is not below it; nil when even the lowest is not.
    package var proposal: CostMeasurement? {
        measurements.prefix { allows($0) }.last
    }
}
