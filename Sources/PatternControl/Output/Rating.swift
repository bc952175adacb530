internal import Languages
internal import PatternGrid

/// What a meter says of a pattern.
struct Rating {
    /// The meter.
    let meter: Meter
    /// Its score.
    let score: Double
    /// The place among all patterns of 3x3; nil on larger grids.
    let place: Ranking.Place?

    /// The line for a person.
    var line: String {
        var line = "\(meter.author) \(meter.year): \(value.text)"
        if let place {
            line += ", "
            line += say(
                "rank %1 of %2 from the weakest, shared by %3", Amount.grouped(place.rank),
                Amount.grouped(place.total), Amount.grouped(place.sharing))
        }
        return line
    }

    /// The object for a script, without the meter's name.
    var json: JSON {
        .object([
            JSON.Field("year", .number(meter.year)),
            JSON.Field("score", value),
            JSON.Field("rank", place.map { .number($0.rank) } ?? .null),
            JSON.Field("sharing", place.map { .number($0.sharing) } ?? .null),
            JSON.Field("of", place.map { .number($0.total) } ?? .null),
        ])
    }

    /// Whole points of the meter that gives such, six decimals of the others.
    private var value: JSON {
        meter == .andriotis ? .number(Int(score)) : .decimal(score)
    }
}
