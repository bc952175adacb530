#if !hasFeature(Embedded)
    /// What there is to see in the shape of a pattern, on any grid.
    package struct Features: Equatable, Sendable {
        /// The nodes.
        package private(set) var length = 0
        /// The first node; nil of a pattern without nodes.
        package private(set) var start: Node?
        /// Changes of direction from a segment to the next.
        package private(set) var turns = 0
        /// Segments that go two nodes one way and one across, as a knight in chess.
        package private(set) var knightMoves = 0
        /// Visited nodes that lie strictly inside a segment.
        package private(set) var revisits = 0
        /// Pairs of segments that cross away from their ends.
        package private(set) var crossings = 0
        /// Pairs of segments that only touch, at an end of one of them, where one does not follow the other.
        package private(set) var touches = 0
        /// Pairs of segments on one line that have at least two nodes in common.
        package private(set) var overlaps = 0
        /// The Euclidean length of the line, in units of neighbouring nodes.
        package private(set) var lineLength = 0.0
        /// The longer of the ways across and down, summed over the segments.
        package private(set) var kingMoves = 0
        /// Different shapes of segments, by how far they go across and down whichever way.
        package private(set) var shapes = 0

        /// The lines between consecutive nodes.
        package var segments: Int { max(0, length - 1) }

        /// Looks at a pattern.
        package init(of pattern: Pattern) {
            length = pattern.nodes.count
            start = pattern.nodes.first
            let segments = zip(pattern.nodes, pattern.nodes.dropFirst()).map {
                Segment(from: $0, to: $1, on: pattern.grid)
            }
            for (index, segment) in segments.enumerated() {
                knightMoves += segment.extent.isKnightMove ? 1 : 0
                revisits += segment.nodesInside
                lineLength += segment.extent.length
                kingMoves += segment.extent.kingMoves
                compare(segment, with: segments[..<index])
            }
            shapes = Set(segments.map(\.extent)).count
        }

        /// Counts what a segment has to do with those before it.
        private mutating func compare(_ segment: Segment, with earlier: ArraySlice<Segment>) {
            if let last = earlier.last, !segment.hasDirection(of: last) {
                turns += 1
            }
            for other in earlier where segment.overlaps(other) {
                overlaps += 1
            }
            for other in earlier.dropLast() where segment.meets(other) {
                if segment.crosses(other) {
                    crossings += 1
                } else {
                    touches += 1
                }
            }
        }
    }
#endif
