package import PatternGrid

/// Which node a point or a line hits.
///
/// A node is hit inside its hit circle, which is wider than the circle that is drawn. The edge
/// belongs to the circle, both for a point on it and for a line that only touches it; as near to the
/// edge as a `Double` can tell, to a millionth of a unit.
///
/// All is computed in steps of the grid, where node centres have whole coordinates: so the aspect of
/// a unit is out of the way, and comparisons are exact where the view's numbers are.
extension PadGeometry {
    /// The radius of a hit circle, 5/16 of the way to the next node.
    ///
    /// Nearly Android's (`mHitFactor` 0.6, across). Below 1/2, so that circles don't overlap; below
    /// 0.447, so that on 3x3 every straight line between two nodes keeps clear of the nodes beside it
    /// by a seventh of a step. On larger grids a long slanted line does brush others (a step of 3
    /// by 2 passes at 0.277): there one draws around them, for a circle that no line brushes would be
    /// too small for a finger (0.156 on 6x6). A power of two below the line, so that edges are exact.
    static var hitRadius: Double { 5 / 16 }

    /// A hit circle: its diameter across and down.
    package var hitSize: Size { pitch.scaled(by: 2 * PadGeometry.hitRadius) }

    /// The node whose hit circle holds a point, nil where there is none. Total.
    package func node(at point: Point) -> Node? {
        guard point.isPlace else { return nil }
        let place = steps(to: point)
        guard let column = nearestIndex(place.x), let row = nearestIndex(place.y) else { return nil }
        let (awayX, awayY) = (place.x - Double(column), place.y - Double(row))
        guard awayX * awayX + awayY * awayY <= PadGeometry.squaredHitRadius else { return nil }
        return grid.node(row: row, column: column)
    }

    /// The nodes whose hit circles the straight line between two points crosses or touches, in the
    /// order in which it enters them. Total: from or to nowhere it crosses nothing.
    ///
    /// Both ends count. A line of no length hits what its point hits.
    package func nodes(from start: Point, to end: Point) -> CrossedNodes {
        guard start.isPlace, end.isPlace else { return CrossedNodes(grid: grid) }
        return CrossedNodes(grid: grid, from: steps(to: start), to: steps(to: end))
    }

    static var squaredHitRadius: Double { hitRadius * hitRadius }

    /// A place in steps of the grid, (0, 0) at node 1.
    private func steps(to point: Point) -> Point {
        Point(x: (point.x - first.x) / pitch.width, y: (point.y - first.y) / pitch.height)
    }

    /// The row or column nearest to a place, nil outside the grid.
    private func nearestIndex(_ place: Double) -> Int? {
        let nearest = place.rounded()
        // Also keeps out what an Int can't hold.
        guard nearest >= 0, nearest < Double(grid.side) else { return nil }
        return Int(nearest)
    }
}
