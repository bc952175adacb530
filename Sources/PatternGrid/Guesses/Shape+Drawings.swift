// Only what tries patterns needs it.
#if !hasFeature(Embedded)
    extension Shape {
        /// Every way to draw the shape on a grid: larger ones first, then from the top left.
        func drawings(on grid: Grid) -> [Pattern] {
            let height = corners.map(\.row).max() ?? 0
            let width = corners.map(\.column).max() ?? 0
            let extent = max(height, width)
            guard extent > 0, extent < grid.side else { return [] }
            var drawings: [Pattern] = []
            for size in stride(from: (grid.side - 1) / extent, through: 1, by: -1) {
                for row in 0..<(grid.side - height * size) {
                    for column in 0..<(grid.side - width * size) {
                        let nodes = corners.compactMap { corner in
                            grid.node(row: row + corner.row * size, column: column + corner.column * size)
                        }
                        drawings.append(Pattern(visiting: nodes, on: grid))
                    }
                }
            }
            return drawings
        }
    }
#endif
