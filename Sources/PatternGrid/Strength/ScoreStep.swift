#if !hasFeature(Embedded)
    /// What a step from one node of a phone's grid to another adds to the scores.
    struct ScoreStep {
        /// The nodes strictly between, bit k for node k + 1.
        var between: UInt64 = 0
        /// The segment's bit, the same in both directions: 36 there are.
        var segment: UInt64 = 0
        /// The segments that it crosses, meets and overlaps, see ``Segment``.
        var crosses: UInt64 = 0
        var meets: UInt64 = 0
        var overlaps: UInt64 = 0
        /// The same number for all steps in one direction; 0 is none.
        var direction = 0
        /// Knight moves and nodes inside.
        var extras = 0
        /// The Euclidean length: whole units from bit 0, roots of 2 from bit 6, roots of 5 from bit 11.
        ///
        /// No pattern fills a field: at most 8 steps of 2 units and 28 pairs of segments are below 64, 8 steps
        /// of 2 roots of 2 below 32, and 8 steps of a root of 5 below 16.
        var line = 0
        /// Moves of a king.
        var kingMoves = 0
        /// The bit of its ``Extent``: 8 there are.
        var shape: UInt64 = 0

        /// All steps, from node k + 1 to node l + 1 at 9 k + l; those from a node to itself are empty.
        static let all: [ScoreStep] = {
            let nodes = (1...Grid.phone.nodeCount).map { Node(UInt8($0)) }
            var pairs: [(start: Int, end: Int, segment: Segment)] = []
            for end in nodes.indices {
                for start in nodes.indices where start < end {
                    pairs.append((start, end, Segment(from: nodes[start], to: nodes[end], on: .phone)))
                }
            }
            let extents = Array(Set(pairs.map(\.segment.extent)))
            var steps = [ScoreStep](repeating: ScoreStep(), count: nodes.count * nodes.count)
            for (number, pair) in pairs.enumerated() {
                var step = ScoreStep()
                let extent = pair.segment.extent
                step.segment = 1 << UInt64(number)
                for (other, entry) in pairs.enumerated() where other != number {
                    let bit: UInt64 = 1 << UInt64(other)
                    if pair.segment.crosses(entry.segment) { step.crosses |= bit }
                    if pair.segment.meets(entry.segment) { step.meets |= bit }
                    if pair.segment.overlaps(entry.segment) { step.overlaps |= bit }
                }
                step.extras = pair.segment.nodesInside + (extent.isKnightMove ? 1 : 0)
                step.line = line(of: extent)
                step.kingMoves = extent.kingMoves
                step.shape = 1 << UInt64(extents.firstIndex(of: extent) ?? 0)
                for (start, end) in [(pair.start, pair.end), (pair.end, pair.start)] {
                    let directed = Segment(from: nodes[start], to: nodes[end], on: .phone)
                    let parts = directed.nodesInside + 1
                    step.direction = directed.columns / parts * 5 + directed.rows / parts
                    let passed = Pattern(visiting: [nodes[start], nodes[end]], on: .phone).nodes
                    for node in passed.dropFirst().dropLast() {
                        step.between |= 1 << UInt64(node.number - 1)
                    }
                    steps[start * nodes.count + end] = step
                }
            }
            return steps
        }()

        /// The number that ``line`` stands for.
        static func length(ofLine line: Int) -> Double {
            Double(line & 63) + Double(line >> 6 & 31) * Extent(columns: 1, rows: 1).length
                + Double(line >> 11) * Extent(columns: 2, rows: 1).length
        }

        private static func line(of extent: Extent) -> Int {
            switch (min(extent.columns, extent.rows), max(extent.columns, extent.rows)) {
            case (0, let units): units
            case (1, 2): 1 << 11
            case (let diagonals, _): diagonals << 6
            }
        }
    }
#endif
