internal import Languages
internal import PatternVault

/// `patternctl calibrate`: measures what new hashes cost on this machine, proposes a cost, and writes
/// it into pattern.conf.
struct Calibrate {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        // A file that can't be read is told before anything is measured.
        let session = try Session(options)
        if options.write {
            try session.requireRoot(say("only root may change pattern.conf; run it with sudo"))
        }
        guard let freeMemory = Memory.available else {
            throw Failure(.unusable, say("/proc/meminfo: does not tell the free memory; see proc(5)"))
        }
        if !options.json { try Output.print("COST        TIME    MEMORY") }
        let calibration = try Calibration(
            target: options.target ?? Calibration.defaultTarget, freeMemory: freeMemory, costs: Hasher.costs,
            meter: CostMeter.measure
        ) { measurement throws(Failure) in
            if !options.json { try Output.print(row(measurement)) }
        }
        guard let proposal = calibration.proposal else {
            if options.json { try printJSON(calibration, session, isWritten: false) }
            throw Failure(
                .refused, say("no cost is within %1; give a longer time with --target", limits(calibration)))
        }
        let isWritten = options.write ? try write(proposal.cost) : false
        if options.json {
            try printJSON(calibration, session, isWritten: isWritten)
        } else {
            try Output.print(text(calibration, proposal, session, isWritten: isWritten))
        }
        if isWritten { Output.complain(Calibrate.caution) }
    }

    private static var caution: String {
        say("credentials that are there keep their cost until they are enrolled again")
    }

    private var path: Path { options.conf ?? Settings.standardFile }

    private func write(_ cost: Int) throws(Failure) -> Bool {
        do throws(SettingsError) {
            return try Settings.writeCost(cost, to: path, mayBeMissing: options.conf == nil)
        } catch {
            throw Failure(.unusable, say("%1; nothing was changed", String(bytes: error.text)))
        }
    }

    private func row(_ measurement: CostMeasurement) -> String {
        [
            (String(measurement.cost), 4), (Amount.milliseconds(measurement.microseconds), 12),
            (Amount.megabytes(measurement.bytes), 10),
        ].map { String(repeating: " ", count: max(0, $0.1 - $0.0.count)) + $0.0 }.joined()
    }

    private func limits(_ calibration: Calibration) -> String {
        say(
            "%1 and %2, a quarter of the free memory", Amount.milliseconds(calibration.target),
            Amount.megabytes(calibration.memory))
    }

    private func text(
        _ calibration: Calibration, _ proposal: CostMeasurement, _ session: Session, isWritten: Bool
    ) -> String {
        let file = String(bytes: path.bytes)
        var lines = [
            "", say("Proposed: cost=%1, the highest within %2.", "\(proposal.cost)", limits(calibration)),
        ]
        switch calibration.ending {
        case .memory, .noMemory:
            lines.append(say("Higher ones were not measured: the memory does not allow them."))
        case .time, .highest: break
        }
        if options.write {
            lines.append(isWritten ? say("Written to %1.", file) : say("%1 says so already.", file))
        } else if session.settings.cost == proposal.cost {
            lines.append(say("That is what new patterns get now."))
        } else {
            lines.append(
                say(
                    "New patterns get cost=%1 now; --write changes that in %2.", "\(session.settings.cost)",
                    file))
            lines.append(say("Mind that %1.", Calibrate.caution))
        }
        return lines.joined(separator: "\n")
    }

    private func printJSON(
        _ calibration: Calibration, _ session: Session, isWritten: Bool
    ) throws(Failure) {
        let costs = calibration.measurements.map { measurement in
            JSON.object([
                JSON.Field("cost", .number(measurement.cost)),
                JSON.Field("microseconds", .number(measurement.microseconds)),
                JSON.Field("bytes", .number(measurement.bytes)),
                JSON.Field("within", .bool(calibration.allows(measurement))),
            ])
        }
        try Output.print(
            JSON.object([
                JSON.Field("target_microseconds", .number(calibration.target)),
                JSON.Field("memory_bytes", .number(calibration.memory)),
                JSON.Field("costs", .array(costs)),
                JSON.Field("proposed", calibration.proposal.map { .number($0.cost) } ?? .null),
                JSON.Field("present", .number(session.settings.cost)),
                JSON.Field("written", .bool(isWritten)),
            ]).text)
    }
}
