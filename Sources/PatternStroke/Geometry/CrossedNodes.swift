package import PatternGrid

/// The nodes that a straight line crosses, in order along it.
///
/// It looks for the next node each time it is asked, rather than keep a list: what is drawn is a
/// secret, and shall lie in one place.
package struct CrossedNodes: Sequence, IteratorProtocol, Sendable {
    private let grid: Grid
    /// Both ends in steps of the grid; nil when the line is nowhere.
    private let line: (start: Point, end: Point)?
    /// How far along the line the last node was.
    private var passed = -Double.infinity

    /// A line that crosses nothing.
    init(grid: Grid) {
        self.grid = grid
        line = nil
    }

    /// A line between two places, in steps of the grid.
    init(grid: Grid, from start: Point, to end: Point) {
        self.grid = grid
        line = (start, end)
    }

    /// The next node, nil after the last.
    package mutating func next() -> Node? {
        guard let line else { return nil }
        var nearest: (node: Node, progress: Double)?
        for row in 0..<grid.side {
            for column in 0..<grid.side {
                let center = Point(x: Double(column), y: Double(row))
                guard let node = grid.node(row: row, column: column),
                    let progress = CrossedNodes.progress(of: center, on: line), progress > passed,
                    progress < nearest?.progress ?? .infinity
                else { continue }
                nearest = (node, progress)
            }
        }
        guard let nearest else { return nil }
        passed = nearest.progress
        return nearest.node
    }

    /// How far along the line a circle's centre is, times the line's length; nil when the line
    /// misses the circle.
    ///
    /// The circles are equally large and apart, so lines enter them in the order of their centres,
    /// and no two on one line are equally far.
    private static func progress(of center: Point, on line: (start: Point, end: Point)) -> Double? {
        let (stepX, stepY) = (line.end.x - line.start.x, line.end.y - line.start.y)
        let (awayX, awayY) = (center.x - line.start.x, center.y - line.start.y)
        let squaredLength = stepX * stepX + stepY * stepY
        let progress = awayX * stepX + awayY * stepY
        let reach = PadGeometry.squaredHitRadius
        if progress <= 0 {
            // The start is the nearest point of the line.
            return awayX * awayX + awayY * awayY <= reach ? progress : nil
        }
        if progress >= squaredLength {
            let (restX, restY) = (center.x - line.end.x, center.y - line.end.y)
            return restX * restX + restY * restY <= reach ? progress : nil
        }
        let across = awayX * stepY - awayY * stepX
        return across * across <= reach * squaredLength ? progress : nil
    }
}
