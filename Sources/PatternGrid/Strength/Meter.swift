#if !hasFeature(Embedded)
    /// A published formula for the visual strength of a pattern, named after its first author.
    ///
    /// All look at shape alone, and shape predicts guessing badly (Golla, Rimkus, Aviv and Dürmuth, USEC
    /// 2019): a score is advice, and never decides.
    package enum Meter: Equatable, Sendable, CaseIterable {
        /// Andriotis, Tryfonas and Oikonomou, HAS 2014: whole points.
        case andriotis
        /// Sun, Wang and Zheng, JISA 2014: bits in name, not in fact.
        case sun
        /// Song, Cho, Oh, Kim and Huh, CHI 2015: 0 to 1 on 3x3.
        case song

        /// The first author.
        package var author: StaticString {
            switch self {
            case .andriotis: "Andriotis"
            case .sun: "Sun"
            case .song: "Song"
            }
        }

        /// The name that JSON uses.
        package var name: StaticString {
            switch self {
            case .andriotis: "andriotis"
            case .sun: "sun"
            case .song: "song"
            }
        }

        /// The year of the publication.
        package var year: Int {
            switch self {
            case .andriotis, .sun: 2014
            case .song: 2015
            }
        }

        /// The score; of a pattern of ``Grid/minimumLength`` nodes or more.
        package func score(of features: Features) -> Double {
            switch self {
            case .andriotis:
                Meter.andriotis(
                    startsAtFirstNode: features.start == Node(1), length: features.length,
                    turns: features.turns, extras: features.knightMoves + features.revisits)
            case .sun:
                Meter.sun(
                    length: features.length,
                    sum: features.lineLength
                        + Double(features.crossings + features.touches + features.overlaps))
            case .song:
                Meter.song(
                    kingMoves: features.kingMoves, shapes: features.shapes, segments: features.segments,
                    crossings: features.crossings)
            }
        }

        /// Points for the start, for nodes beyond five, for turning at least twice, and one for each knight
        /// move and each revisit (`extras`).
        static func andriotis(startsAtFirstNode: Bool, length: Int, turns: Int, extras: Int) -> Double {
            Double((startsAtFirstNode ? 0 : 1) + max(0, length - 5) + (turns >= 2 ? 1 : 0) + extras)
        }

        /// `sum` is the Euclidean length, meetings and overlaps added.
        static func sun(length: Int, sum: Double) -> Double {
            sum > 0 ? Double(length) * Logarithm.binary(sum) : 0
        }

        /// Weighs length, variety of segments and crossings, of which more than five count as five.
        static func song(kingMoves: Int, shapes: Int, segments: Int, crossings: Int) -> Double {
            0.81 * Double(kingMoves) / 15 + 0.04 * Double(shapes) / Double(max(1, segments)) + 0.15
                * Double(min(crossings, 5)) / 5
        }
    }
#endif
