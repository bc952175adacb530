// Only what tries patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// The order in which an attacker would try the patterns of a grid.
    ///
    /// On 3x3 the frequent patterns first, as they are listed; then all others by ``Likelihood``. On
    /// larger grids, for which no list is published, the same shapes in the same order, each at every
    /// place and in every size.
    package struct GuessOrder: Sendable {
        /// The grid.
        package let grid: Grid
        /// The nodes of all guesses, one behind the other: a list of lists takes ten times the memory.
        private var nodes: [Node] = []
        /// Where each guess ends in ``nodes``.
        private var ends: [Int] = []

        /// Goes up by one when the order changes, the list's or that of the others: a number of a guess then
        /// means another pattern.
        package static var version: UInt64 { 1 }

        /// How many patterns 3x3 has: no order is longer.
        package static var longest: Int { 389_112 }

        /// The first guesses on a grid: so many, or as many as there are.
        package init(grid: Grid, count: Int) {
            self.grid = grid
            guard count > 0 else { return }
            let listed = FrequentPatterns.all
            var seen = Set<Pattern>()
            for pattern in listed {
                add(pattern, upTo: count, &seen)
            }
            guard ends.count < count else { return }
            let known = Set(listed)
            Likelihood(learning: listed).forEachPattern { nodes in
                let pattern = Pattern(visiting: nodes.indices.map { nodes[$0] }, on: .phone)
                if !known.contains(pattern) { add(pattern, upTo: count, &seen) }
                return ends.count < count
            }
        }

        /// How many guesses there are.
        package var count: Int { ends.count }

        /// The nodes of a guess, from 0.
        @_lifetime(borrow self)
        package func nodes(of guess: Int) -> Span<Node> {
            nodes.span.extracting((guess == 0 ? 0 : ends[guess - 1])..<ends[guess])
        }

        private mutating func add(_ pattern: Pattern, upTo count: Int, _ seen: inout Set<Pattern>) {
            guard grid != pattern.grid else {
                append(pattern, upTo: count)
                return
            }
            // One shape may be listed at several places of 3x3.
            for drawing in Shape(pattern.nodes.span, on: pattern.grid).drawings(on: grid)
            where seen.insert(drawing).inserted {
                append(drawing, upTo: count)
            }
        }

        private mutating func append(_ pattern: Pattern, upTo count: Int) {
            guard ends.count < count else { return }
            nodes += pattern.nodes
            ends.append(nodes.count)
        }
    }
#endif
