#if !hasFeature(Embedded)
    /// The places of all 389,112 patterns of a phone's grid by each ``Meter``, weakest first.
    package struct Ranking: Sendable {
        /// Where a score stands.
        package struct Place: Equatable, Sendable {
            /// One more than there are weaker patterns, so that the weakest have rank 1.
            package let rank: Int
            /// How many patterns have this rank.
            package let sharing: Int
            /// How many patterns there are.
            package let total: Int
        }

        /// Scores that differ by no more are equal: different sums of roots may be the same number.
        private static let tolerance = 1e-9

        /// The different scores of one meter, ascending, and how many patterns are below each; one entry more
        /// for all of them.
        private struct Scale {
            var scores: [Double] = []
            var below: [Int] = [0]

            init(_ counted: [ScoreCensus.Entry]) {
                for entry in counted.sorted(by: { $0.score < $1.score }) {
                    if let last = scores.last, entry.score - last <= tolerance {
                        below[scores.count] += entry.count
                    } else {
                        scores.append(entry.score)
                        below.append((below.last ?? 0) + entry.count)
                    }
                }
            }

            /// The first entry that is not below a score.
            func index(of score: Double) -> Int {
                var range = 0..<scores.count
                while !range.isEmpty {
                    let middle = (range.lowerBound + range.upperBound) / 2
                    if scores[middle] < score {
                        range = (middle + 1)..<range.upperBound
                    } else {
                        range = range.lowerBound..<middle
                    }
                }
                return range.lowerBound
            }
        }

        private let andriotis: Scale
        private let sun: Scale
        private let song: Scale

        /// Scores all patterns, in some hundredths of a second.
        package init() {
            var census = ScoreCensus()
            census.take()
            andriotis = Scale(census.scores(by: .andriotis))
            sun = Scale(census.scores(by: .sun))
            song = Scale(census.scores(by: .song))
        }

        /// The place of a pattern; nil on larger grids, whose patterns are too many to be scored, and for one
        /// that is too short.
        package func place(of pattern: Pattern, by meter: Meter) -> Place? {
            guard pattern.grid == .phone, pattern.isLongEnough else { return nil }
            let scale = scale(of: meter)
            let score = meter.score(of: Features(of: pattern))
            let index = scale.index(of: score - Ranking.tolerance)
            guard index < scale.scores.count, scale.scores[index] <= score + Ranking.tolerance else {
                return nil
            }
            return Place(
                rank: scale.below[index] + 1, sharing: scale.below[index + 1] - scale.below[index],
                total: scale.below[scale.scores.count])
        }

        /// The different scores of a meter, ascending, and how many patterns have each.
        package func distribution(of meter: Meter) -> [(score: Double, count: Int)] {
            let scale = scale(of: meter)
            return scale.scores.indices.map { (scale.scores[$0], scale.below[$0 + 1] - scale.below[$0]) }
        }

        private func scale(of meter: Meter) -> Scale {
            switch meter {
            case .andriotis: andriotis
            case .sun: sun
            case .song: song
            }
        }
    }
#endif
