internal import Languages
package import PatternGrid

/// What there is to tell about the shape of a pattern: its features, and what the published meters make of
/// them.
package struct StrengthSummary {
    /// What has to be said wherever a meter's score is shown.
    package static var advice: String {
        say(
            "Meters: they look at shape only and advise, the blocklist decides (Golla et al. 2019)")
    }

    /// All patterns of 3x3 are scored when the first one is asked about.
    private static let ranking = Ranking()

    private let features: Features
    private let ratings: [Rating]

    /// Looks at a pattern.
    package init(of pattern: Pattern) {
        let features = Features(of: pattern)
        self.features = features
        ratings = Meter.allCases.map { meter in
            let place =
                pattern.grid == .phone ? StrengthSummary.ranking.place(of: pattern, by: meter) : nil
            return Rating(meter: meter, score: meter.score(of: features), place: place)
        }
    }

    /// The lines for a person.
    package var lines: [String] {
        let counts = [
            say("line length %1", Amount.hundredths(features.lineLength)),
            say("%1 turn", "%1 turns", count: features.turns),
            say("%1 knight move", "%1 knight moves", count: features.knightMoves),
            say("%1 crossing", "%1 crossings", count: features.crossings),
            say("%1 touch", "%1 touches", count: features.touches),
            say("%1 overlap", "%1 overlaps", count: features.overlaps),
            say("%1 revisit", "%1 revisits", count: features.revisits),
        ]
        let features = say("Features: %1", counts.joined(separator: ", "))
        return [features, StrengthSummary.advice] + ratings.map { "  " + $0.line }
    }

    /// The fields `features` and `meters` for a script.
    package var fields: [JSON.Field] {
        [
            JSON.Field(
                "features",
                .object([
                    JSON.Field("line_length", .decimal(features.lineLength)),
                    JSON.Field("turns", .number(features.turns)),
                    JSON.Field("knight_moves", .number(features.knightMoves)),
                    JSON.Field("crossings", .number(features.crossings)),
                    JSON.Field("touches", .number(features.touches)),
                    JSON.Field("overlaps", .number(features.overlaps)),
                    JSON.Field("revisits", .number(features.revisits)),
                ])),
            JSON.Field(
                "meters",
                .object(
                    [JSON.Field("note", .string(StrengthSummary.advice))]
                        + ratings.map { JSON.Field(String($0.meter.name), $0.json) })),
        ]
    }

    /// The same fields of a line that is no pattern.
    package static var noFields: [JSON.Field] {
        [JSON.Field("features", .null), JSON.Field("meters", .null)]
    }
}
