// Only what sets patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// What a pattern looks like, wherever on a grid and however large it is drawn.
    ///
    /// A pattern is its corners: its two ends and each node at which the direction changes; the grid's
    /// rules fill in the others. Moved to the top left, and divided by what all places have in common,
    /// they are the same for a drawing of three nodes a side as for one of four.
    struct Shape: Equatable, Hashable, Sendable {
        /// A place, in steps from the top left of the shape.
        struct Place: Equatable, Hashable, Sendable {
            let row: Int
            let column: Int
        }

        /// The ends and what lies between them.
        let corners: [Place]

        /// The shape of a pattern.
        init(_ nodes: Span<Node>, on grid: Grid) {
            let frame = Frame(nodes, on: grid)
            var corners: [Place] = []
            for index in nodes.indices where Shape.isCorner(index, of: nodes, on: grid) {
                corners.append(frame.place(of: nodes[index], on: grid))
            }
            self.corners = corners
        }

        /// Tells whether nodes of a grid, whose frame this is, have this shape. It keeps no copy of them.
        func matches(_ nodes: Span<Node>, in frame: Frame, on grid: Grid) -> Bool {
            guard frame.cornerCount == corners.count else { return false }
            var next = 0
            for index in nodes.indices where Shape.isCorner(index, of: nodes, on: grid) {
                guard frame.place(of: nodes[index], on: grid) == corners[next] else { return false }
                next += 1
            }
            return true
        }

        /// Where and how large a drawing is.
        struct Frame {
            /// How many corners it has.
            private(set) var cornerCount = 0
            private var top: Int
            private var left: Int
            private var unit = 0

            /// Measures a drawing.
            init(_ nodes: Span<Node>, on grid: Grid) {
                (top, left) = (grid.side, grid.side)
                for index in nodes.indices {
                    top = min(top, grid.row(of: nodes[index]))
                    left = min(left, grid.column(of: nodes[index]))
                }
                for index in nodes.indices where Shape.isCorner(index, of: nodes, on: grid) {
                    unit = Grid.greatestCommonDivisor(unit, grid.row(of: nodes[index]) - top)
                    unit = Grid.greatestCommonDivisor(unit, grid.column(of: nodes[index]) - left)
                    cornerCount += 1
                }
                // A single node, which no pattern is, has nothing to divide by.
                unit = max(unit, 1)
            }

            /// Where a node lies in it, in its own unit.
            func place(of node: Node, on grid: Grid) -> Place {
                Place(
                    row: (grid.row(of: node) - top) / unit, column: (grid.column(of: node) - left) / unit)
            }
        }

        private static func isCorner(_ index: Int, of nodes: Span<Node>, on grid: Grid) -> Bool {
            guard index > 0, index < nodes.count - 1 else { return true }
            let before = step(from: nodes[index - 1], to: nodes[index], on: grid)
            let after = step(from: nodes[index], to: nodes[index + 1], on: grid)
            let isStraight = before.rows * after.columns == before.columns * after.rows
            let isForward = before.rows * after.rows + before.columns * after.columns > 0
            return !(isStraight && isForward)
        }

        private static func step(
            from start: Node, to end: Node, on grid: Grid
        ) -> (rows: Int, columns: Int) {
            (grid.row(of: end) - grid.row(of: start), grid.column(of: end) - grid.column(of: start))
        }
    }
#endif
