// Only what sets patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// One of the 8 ways to turn or mirror a square onto itself.
    package struct Symmetry: Equatable, Hashable, Sendable {
        /// Rows and columns change places, before the rest.
        let isTransposed: Bool
        /// Top and bottom change places.
        let isFlipped: Bool
        /// Left and right change places.
        let isMirrored: Bool

        /// All of them, the one that leaves everything in place first.
        package static var all: [Symmetry] {
            [false, true].flatMap { isTransposed in
                [false, true].flatMap { isFlipped in
                    [false, true].map { isMirrored in
                        Symmetry(isTransposed: isTransposed, isFlipped: isFlipped, isMirrored: isMirrored)
                    }
                }
            }
        }

        /// Where a node of a grid goes.
        func node(_ node: Node, on grid: Grid) -> Node {
            var (row, column) = (grid.row(of: node), grid.column(of: node))
            if isTransposed { (row, column) = (column, row) }
            if isFlipped { row = grid.side - 1 - row }
            if isMirrored { column = grid.side - 1 - column }
            return grid.node(row: row, column: column) ?? node
        }
    }

    extension Pattern {
        /// The pattern turned or mirrored; always a legal one of as many nodes.
        package func applying(_ symmetry: Symmetry) -> Pattern {
            Pattern(visiting: nodes.map { symmetry.node($0, on: grid) }, on: grid)
        }

        /// The pattern drawn from its end to its start; nil where that takes a node along too early.
        package var reversed: Pattern? {
            let backwards = Pattern(visiting: nodes.reversed(), on: grid)
            return backwards.nodes == nodes.reversed() ? backwards : nil
        }
    }
#endif
