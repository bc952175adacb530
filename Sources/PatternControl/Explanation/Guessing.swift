internal import CLinux
internal import Languages
internal import PatternGrid
internal import PatternVault

/// How far somebody gets who guesses: on the machine, where tries run out, and with a hash that leaked.
struct Guessing: Equatable {
    /// When wrong tries lock.
    let schedule: LockoutSchedule
    /// What a try costs who has the hash.
    let price: Price

    /// What one try at a hash takes on this machine.
    struct Price: Equatable {
        /// The yescrypt cost that it was measured at.
        let cost: Int
        /// Seconds for one hash on one core.
        let seconds: Double
        /// How many cores there are.
        let cores: Int

        /// Hashes once, and looks how long that takes.
        init(cost: Int) throws(Failure) {
            guard let measured = try CostMeter.measure(cost, rounds: 1) else {
                throw Failure(
                    .refused, say("no memory to hash at cost %1; set a lower cost in pattern.conf", "\(cost)")
                )
            }
            self.init(
                cost: cost, seconds: Double(measured.microseconds) / 1e6,
                cores: sysconf(CInt(_SC_NPROCESSORS_ONLN)))
        }

        /// Takes what was measured.
        init(cost: Int, seconds: Double, cores: Int) {
            self.cost = cost
            self.seconds = seconds
            self.cores = max(cores, 1)
        }

        /// Hours that so many hashes take on all cores.
        func hours(for count: Int) -> Double {
            seconds * Double(count) / Double(cores) / 3600
        }
    }

    private static var day: Int { 86_400 }

    /// Tries on the machine in a day, in a year, and in all while the owner's right patterns forgive some
    /// of them.
    var tries: (day: Int, year: Int, withOwner: Int) {
        (
            schedule.tries(within: Guessing.day), schedule.tries(within: 365 * Guessing.day),
            schedule.budget
        )
    }

    /// How many patterns a grid has that are long enough; nil where counting them takes too long.
    static func patterns(on grid: Grid) -> Int? {
        // 4x4 counts over sets of nodes in a moment; 5x5 and 6x6 have no such way.
        guard grid.side <= 4 else { return nil }
        return PatternSpace(grid: grid).counts(upTo: grid.nodeCount)
            .dropFirst(Grid.minimumLength - 1).reduce(0, +)
    }

    /// What to tell a person about the patterns of some grids.
    func lines(for grids: [Grid]) -> [String] {
        let tries = tries
        return [
            tries.day == tries.year
                ? say("Guessing here: %1 tries, then the password is needed;", "\(tries.day)")
                : say(
                    "Guessing here: %1 tries in a day, %2 in a year, then the password is needed;",
                    "\(tries.day)", "\(tries.year)"),
            say("  at most %1 while your own right patterns forgive wrong ones.", "\(tries.withOwner)"),
            say(
                "  Of the patterns that people choose, 30 guesses open 24 %; 20 % where the 12 most common are"
            ),
            say("  refused, 2 % where 581 are (3x3; Munyendo et al., SOUPS 2021)."),
        ] + grids.map(leak)
    }

    /// The field `guessing` for a script.
    func json(for grid: Grid) -> JSON {
        let tries = tries
        let patterns = Guessing.patterns(on: grid)
        return .object([
            JSON.Field("tries_per_day", .number(tries.day)),
            JSON.Field("tries_per_year", .number(tries.year)),
            JSON.Field("tries_until_password", .number(tries.withOwner)),
            JSON.Field("patterns", patterns.map { .number($0) } ?? .null),
            JSON.Field("cost", .number(price.cost)),
            JSON.Field("seconds_per_hash", .decimal(price.seconds)),
            JSON.Field("cores", .number(price.cores)),
            JSON.Field("hours_for_all", patterns.map { .decimal(price.hours(for: $0)) } ?? .null),
        ])
    }

    private func leak(_ grid: Grid) -> String {
        let milliseconds = Int((price.seconds * 1000).rounded())
        let unit = say(
            "%1 ms a hash at cost %2, %3 cores", "\(milliseconds)", "\(price.cost)", "\(price.cores)")
        guard let patterns = Guessing.patterns(on: grid) else {
            return say(
                "With a leaked hash: more patterns on %1 than can be counted here (%2).", grid.text, unit)
        }
        return say(
            "With a leaked hash: all %1 patterns of %2 in %3 on this machine (%4).", Amount.grouped(patterns),
            grid.text, Guessing.duration(price.hours(for: patterns)), unit)
    }

    /// Hours as a person says them.
    static func duration(_ hours: Double) -> String {
        switch hours {
        case ..<1: say("less than an hour")
        case ..<1.5: say("an hour")
        case ..<72: say("%1 hour", "%1 hours", count: Int(hours.rounded()))
        case ..<(2 * 365 * 24): say("%1 day", "%1 days", count: Int((hours / 24).rounded()))
        case ..<1e15: say("%1 years", Amount.grouped(Int((hours / 24 / 365).rounded())))
        default: say("more years than matter")
        }
    }
}
