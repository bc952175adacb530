#if !hasFeature(Embedded)
    /// The straight line between two consecutive nodes of a pattern, in units of neighbouring nodes.
    struct Segment: Equatable {
        /// A point of the lattice.
        private struct Place: Equatable {
            let column: Int
            let row: Int
        }

        private let start: Place
        private let end: Place

        /// The line from a node to another one of the grid.
        init(from start: Node, to end: Node, on grid: Grid) {
            self.start = Place(column: grid.column(of: start), row: grid.row(of: start))
            self.end = Place(column: grid.column(of: end), row: grid.row(of: end))
        }

        /// How far it goes to the right, negative to the left.
        var columns: Int { end.column - start.column }

        /// How far it goes down, negative upwards.
        var rows: Int { end.row - start.row }

        /// Its shape: how far it goes across and down, whichever way.
        var extent: Extent { Extent(columns: abs(columns), rows: abs(rows)) }

        /// The nodes strictly inside. A pattern has visited each of them before.
        var nodesInside: Int { Grid.greatestCommonDivisor(abs(columns), abs(rows)) - 1 }

        /// Tells whether it goes the same way as another one, however far.
        func hasDirection(of other: Segment) -> Bool {
            isParallel(to: other) && columns.signum() == other.columns.signum()
                && rows.signum() == other.rows.signum()
        }

        /// Tells whether the two cross properly: each passes through the other away from its ends.
        func crosses(_ other: Segment) -> Bool {
            side(of: other.start) * side(of: other.end) < 0
                && other.side(of: start) * other.side(of: end) < 0
        }

        /// Tells whether the two have one point in common, ends included; parallel ones never do.
        func meets(_ other: Segment) -> Bool {
            !isParallel(to: other)
                && side(of: other.start) * side(of: other.end) <= 0
                && other.side(of: start) * other.side(of: end) <= 0
        }

        /// Tells whether the two lie on one line and have at least two nodes in common.
        func overlaps(_ other: Segment) -> Bool {
            guard side(of: other.start) == 0, side(of: other.end) == 0 else { return false }
            // On one line the nodes of both lie at the same places, so any common length will do.
            return columns != 0
                ? Segment.share(start.column, end.column, other.start.column, other.end.column)
                : Segment.share(start.row, end.row, other.start.row, other.end.row)
        }

        private func isParallel(to other: Segment) -> Bool { columns * other.rows == rows * other.columns }

        /// Positive on one side of the line, negative on the other, 0 on it.
        private func side(of place: Place) -> Int {
            columns * (place.row - start.row) - rows * (place.column - start.column)
        }

        private static func share(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
            max(min(a, b), min(c, d)) < min(max(a, b), max(c, d))
        }
    }

    /// How far a segment goes across and down, whichever way.
    struct Extent: Equatable, Hashable {
        let columns: Int
        let rows: Int

        /// The move of a knight in chess.
        var isKnightMove: Bool { min(columns, rows) == 1 && max(columns, rows) == 2 }

        /// The Euclidean length.
        var length: Double { Double(columns * columns + rows * rows).squareRoot() }

        /// The moves that a king in chess needs.
        var kingMoves: Int { max(columns, rows) }
    }
#endif
