/// A square of N by N nodes, 3 to 6 a side; a phone has 3.
package struct Grid: Equatable, Hashable, BitwiseCopyable, Sendable {
    /// Nodes along one side, 3 to 6.
    package let side: Int

    /// The sides a grid may have.
    package static var sides: ClosedRange<Int> { 3...6 }

    /// The grid of a phone, 3 by 3.
    package static var phone: Grid { Grid(checked: 3) }

    /// The most nodes that any grid has.
    package static var maximumNodeCount: Int { 36 }

    /// The fewest nodes of a pattern, counted after filling: Android's
    /// `LockPatternUtils.MIN_LOCK_PATTERN_SIZE`.
    package static var minimumLength: Int { 4 }

    /// Makes a grid of `side` by `side` nodes; nil outside 3 to 6.
    package init?(side: Int) {
        guard Grid.sides.contains(side) else { return nil }
        self.init(checked: side)
    }

    private init(checked side: Int) {
        self.side = side
    }

    /// How many nodes there are, 9 to 36.
    package var nodeCount: Int { side * side }

    /// Tells whether the grid has this node.
    package func contains(_ node: Node) -> Bool {
        node.number >= 1 && Int(node.number) <= nodeCount
    }

    /// The row of a node that the grid has, from 0 at the top.
    package func row(of node: Node) -> Int { (Int(node.number) - 1) / side }

    /// The column of a node that the grid has, from 0 at the left.
    package func column(of node: Node) -> Int { (Int(node.number) - 1) % side }

    /// The node at a place, or nil outside the grid.
    package func node(row: Int, column: Int) -> Node? {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return nil }
        return Node(UInt8(row * side + column + 1))
    }
}
