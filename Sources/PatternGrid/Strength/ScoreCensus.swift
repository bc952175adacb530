#if !hasFeature(Embedded)
    /// Counts how many patterns of a phone's grid have each score.
    ///
    /// It goes through all patterns and knows of each, in integers, what the scores depend on; a step adds to
    /// what was known before. Scores are computed once for each such combination, not for each pattern.
    struct ScoreCensus {
        /// A score and how many patterns have it; the same score may come more than once.
        struct Entry {
            let score: Double
            let count: Int
        }

        /// What is known of the pattern so far. Sets of segments have bit `ScoreStep.segment`.
        private struct Path {
            var last: Int
            var length = 1
            var startsAtFirstNode: Bool
            var visited: UInt64
            var segments: UInt64 = 0
            var lastSegment: UInt64 = 0
            var direction = 0
            var turns = 0
            var extras = 0
            var crossings = 0
            /// As ``ScoreStep/line``, meetings and overlaps added to the whole units.
            var line = 0
            var kingMoves = 0
            var shapes: UInt64 = 0
        }

        private let steps = ScoreStep.all
        private var andriotis = [Int](repeating: 0, count: 1 << 5)
        /// By `line` (15 bits) and the length.
        private var sun = [Int](repeating: 0, count: 16 << 15)
        /// By crossings up to 5 (3 bits), shapes (4 bits), moves of a king (5 bits) and the length.
        private var song = [Int](repeating: 0, count: 16 << 12)

        /// Counts all patterns.
        mutating func take() {
            for start in 0..<Grid.phone.nodeCount {
                extend(Path(last: start, startsAtFirstNode: start == 0, visited: 1 << UInt64(start)))
            }
        }

        /// The scores by a meter.
        func scores(by meter: Meter) -> [Entry] {
            switch meter {
            case .andriotis:
                andriotis.indices.filter { andriotis[$0] > 0 }.map {
                    Entry(score: Double($0), count: andriotis[$0])
                }
            case .sun:
                sun.indices.filter { sun[$0] > 0 }.map {
                    Entry(
                        score: Meter.sun(length: $0 >> 15, sum: ScoreStep.length(ofLine: $0 & 0x7fff)),
                        count: sun[$0])
                }
            case .song:
                song.indices.filter { song[$0] > 0 }.map {
                    Entry(
                        score: Meter.song(
                            kingMoves: $0 >> 7 & 31, shapes: $0 >> 3 & 15, segments: ($0 >> 12) - 1,
                            crossings: $0 & 7),
                        count: song[$0])
                }
            }
        }

        private mutating func extend(_ path: Path) {
            if path.length >= Grid.minimumLength {
                count(path)
            }
            for next in 0..<Grid.phone.nodeCount where path.visited & 1 << UInt64(next) == 0 {
                let step = steps[path.last * Grid.phone.nodeCount + next]
                guard step.between & ~path.visited == 0 else { continue }
                var longer = path
                longer.last = next
                longer.length += 1
                longer.visited |= 1 << UInt64(next)
                longer.segments |= step.segment
                longer.lastSegment = step.segment
                longer.direction = step.direction
                longer.turns += path.length > 1 && step.direction != path.direction ? 1 : 0
                longer.extras += step.extras
                longer.crossings += (step.crosses & path.segments).nonzeroBitCount
                let met = step.meets & path.segments & ~path.lastSegment
                let overlapped = step.overlaps & path.segments
                longer.line += step.line + met.nonzeroBitCount + overlapped.nonzeroBitCount
                longer.kingMoves += step.kingMoves
                longer.shapes |= step.shape
                extend(longer)
            }
        }

        private mutating func count(_ path: Path) {
            let points = Meter.andriotis(
                startsAtFirstNode: path.startsAtFirstNode, length: path.length, turns: path.turns,
                extras: path.extras)
            andriotis[Int(points)] += 1
            sun[path.length << 15 | path.line] += 1
            let shapes = path.shapes.nonzeroBitCount
            song[path.length << 12 | path.kingMoves << 7 | shapes << 3 | min(path.crossings, 5)] += 1
        }
    }
#endif
