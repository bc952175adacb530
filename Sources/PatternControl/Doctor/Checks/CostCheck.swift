internal import Languages
internal import PatternVault

/// What a try costs at the cost that new patterns get.
struct CostCheck: Check {
    /// Measures a cost; nil where there is no memory for it.
    typealias Meter = (_ cost: Int) throws(Failure) -> CostMeasurement?

    /// The cost; nil when the settings can't be read, which another check tells.
    let cost: Int?
    /// The memory that programs can have now, in bytes; nil when that can't be told.
    let freeMemory: Int?
    let meter: Meter

    /// From so many milliseconds on people take a prompt for hanging.
    private static let long = 1000

    func findings(on machine: some Machine) -> [Finding] {
        guard let cost else { return [] }
        let what = "cost \(cost)"
        let advice = say("see patternctl calibrate")
        let measured: CostMeasurement?
        do throws(Failure) {
            measured = try meter(cost)
        } catch {
            // libcrypt does not tell want of memory from anything else.
            return [
                .error(
                    what,
                    say("%1, for want of memory or of the method: right patterns are refused", error.message),
                    advice)
            ]
        }
        guard let measured else {
            return [.error(what, say("there is no memory for a try: right patterns are refused"), advice)]
        }
        let amounts =
            say(
                "a try takes %1 and %2", Amount.milliseconds(measured.microseconds),
                Amount.megabytes(measured.bytes))
        if let freeMemory, measured.bytes > freeMemory / 4 {
            return [
                .warning(
                    what,
                    say("%1, more than a quarter of the free memory: several at once may fail", amounts),
                    advice)
            ]
        }
        if measured.microseconds > CostCheck.long * 1000 {
            return [.warning(what, say("%1, which feels like hanging", amounts), advice)]
        }
        return [.ok(what, amounts)]
    }
}
