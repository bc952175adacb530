// Only what tries patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// How likely people are to choose a pattern of 3x3, as far as the frequent ones tell: a Markov model
    /// of the first order, the model that published attacks guess by (Uellenbeck, Duermuth, Wolf, Holz:
    /// Quantifying the Security of Graphical Passwords, CCS 2013).
    ///
    /// A pattern's likelihood is the share of the frequent ones that start where it starts, times for each
    /// step the share of their steps from there that go the same way. Each start and each step counts once
    /// more than it was seen: none is impossible. Every node makes a pattern less likely, so that short
    /// ones come first.
    struct Likelihood {
        private let grid = Grid.phone
        private var starts: [Double]
        /// For each pair of nodes how often the second followed the first.
        private var steps: [Double]

        /// Learns from patterns of 3x3.
        init(learning patterns: [Pattern]) {
            let count = grid.nodeCount
            starts = [Double](repeating: 1, count: count)
            steps = [Double](repeating: 1, count: count * count)
            for pattern in patterns {
                let places = pattern.nodes.map { Int($0.number) - 1 }
                for (index, place) in places.enumerated() {
                    if index == 0 {
                        starts[place] += 1
                    } else {
                        steps[places[index - 1] * count + place] += 1
                    }
                }
            }
            let total = starts.reduce(0, +)
            starts = starts.map { $0 / total }
            for start in 0..<count {
                let row = start * count..<(start + 1) * count
                let total = steps[row].reduce(0, +)
                for index in row { steps[index] /= total }
            }
        }

        /// The likelihood of a pattern.
        ///
        /// Nothing but divisions and products in a fixed order: the same bits on every machine.
        func callAsFunction(_ nodes: Span<Node>) -> Double {
            var likelihood = 1.0
            var last = 0
            for index in nodes.indices {
                let place = Int(nodes[index].number) - 1
                likelihood *= index == 0 ? starts[place] : steps[last * grid.nodeCount + place]
                last = place
            }
            return likelihood
        }

        /// Calls `body` with all patterns of 3x3, most likely first; equally likely ones in ascending order
        /// of nodes. Ends when `body` returns false.
        func forEachPattern(_ body: (Span<Node>) -> Bool) {
            var nodes: [Node] = []
            var ranked: [(likelihood: Double, start: Int, end: Int)] = []
            PatternSpace(grid: grid).forEach(lengths: Grid.minimumLength...grid.nodeCount) { pattern in
                let start = nodes.count
                for index in pattern.indices { nodes.append(pattern[index]) }
                ranked.append((self(pattern), start, nodes.count))
            }
            ranked.sort { first, second in
                first.likelihood == second.likelihood
                    ? first.start < second.start : first.likelihood > second.likelihood
            }
            for entry in ranked {
                guard body(nodes.span.extracting(entry.start..<entry.end)) else { return }
            }
        }
    }
#endif
