package import PatternGrid

/// Where the nodes lie in a view.
///
/// The pad is the largest square in the middle of the view. Margins are equal: those between two
/// nodes' circles, and those between a circle and the square's edge.
///
///     margin = (side - N * diameter) / (N + 1)
///
/// A circle is as wide as a margin, which makes both side / (2N + 1). On a surface of cells the
/// distances are rounded down to whole cells, so there margins are equal to within a cell.
package struct PadGeometry: Equatable, Sendable {
    /// The grid whose nodes these are.
    package let grid: Grid
    /// From one node's centre to the next one's, across and down.
    package let pitch: Size
    /// The centre of node 1.
    let first: Point

    /// The least distance between two nodes' centres, in units, where there are no cells: every hit
    /// circle then holds a place with whole coordinates (its radius, 15/16, is above half a diagonal).
    static var leastPitch: Double { 3 }

    /// Lays a grid's nodes out; nil when the view is too small to tell them apart, or no view at all.
    ///
    /// The least view has a pitch of 3 units (sides of 10.5 units for 3x3, 19.5 for 6x6) or of one
    /// cell (4 rows of characters for 3x3, 7 for 6x6, and twice as many columns less one). Sides and
    /// aspects that are not finite, below 1 unit or above a million, or an aspect outside 1/16 to 16
    /// are no view.
    package init?(grid: Grid, surface: Surface) {
        let (size, aspect) = (surface.size, surface.aspect)
        guard size.isUsable, (1 / 16...16).contains(aspect) else { return nil }
        // All in widths of a unit; heights are divided by the aspect at the end.
        let side = min(size.width, size.height * aspect)
        let nodes = Double(grid.side)
        let diameter = side / (2 * nodes + 1)
        let margin = (side - nodes * diameter) / (nodes + 1)
        let pitch = Size(width: diameter + margin, height: (diameter + margin) / aspect)
        self.grid = grid
        if let cell = surface.cell {
            guard let layout = PadGeometry.snapped(pitch, aspect, cell) else { return nil }
            self.pitch = layout
            first = Point(
                x: PadGeometry.firstCenter(in: size.width, cell.width, grid.side, layout.width),
                y: PadGeometry.firstCenter(in: size.height, cell.height, grid.side, layout.height))
        } else {
            guard min(pitch.width, pitch.height) >= PadGeometry.leastPitch else { return nil }
            self.pitch = pitch
            let edge = margin + diameter / 2
            first = Point(
                x: (size.width - side) / 2 + edge, y: (size.height - side / aspect) / 2 + edge / aspect)
        }
    }

    /// The centre of a node, nil when the grid lacks it.
    package func center(of node: Node) -> Point? {
        guard grid.contains(node) else { return nil }
        return Point(
            x: first.x + Double(grid.column(of: node)) * pitch.width,
            y: first.y + Double(grid.row(of: node)) * pitch.height)
    }

    /// A node's circle: its diameter across and down.
    package var nodeSize: Size { pitch.scaled(by: 0.5) }

    /// The pitch in whole cells, at least one each way and as square as they allow; nil when there
    /// is no room.
    private static func snapped(_ pitch: Size, _ aspect: Double, _ cell: Size) -> Size? {
        guard cell.isUsable else { return nil }
        let rows = (pitch.height / cell.height).rounded(.down)
        let square = (rows * cell.height * aspect / cell.width).rounded()
        let columns = min(square, (pitch.width / cell.width).rounded(.down))
        guard rows >= 1, columns >= 1 else { return nil }
        return Size(width: columns * cell.width, height: rows * cell.height)
    }

    /// The middle of the cell that holds the first of `nodes` nodes, so that all lie in the middle of
    /// the view. There is always room: pitches of at most 2 side / (2N + 1) leave a pitch and a half.
    private static func firstCenter(
        in length: Double, _ cell: Double, _ nodes: Int, _ pitch: Double
    ) -> Double {
        let taken = Double(nodes - 1) * pitch / cell + 1
        return (((length / cell - taken) / 2).rounded(.down) + 0.5) * cell
    }
}
