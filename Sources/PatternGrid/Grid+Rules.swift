/// The rules that make a pattern from the nodes that were visited, typed or drawn.
///
/// They are Android's (`LockPatternView.addCellToPattern`), carried from its one midpoint on 3x3 to
/// every lattice point on larger grids.
extension Grid {
    /// Adds a visited node to a pattern.
    ///
    /// A node that is in the pattern, or that the grid lacks, is passed over. Before a new node, every
    /// node strictly between the last one and it is added, in order, unless the pattern has it.
    /// `nodes` must have room for ``nodeCount``; what does not fit is passed over.
    package func visit(_ node: Node, in nodes: inout OutputSpan<Node>) {
        guard contains(node), !Grid.holds(node, in: nodes.span) else { return }
        if let last = nodes.span.last {
            addNodes(between: last, and: node, to: &nodes)
        }
        Grid.add(node, to: &nodes)
    }

    /// Adds the lattice points strictly between two nodes, by the greatest common divisor of the steps.
    private func addNodes(between start: Node, and end: Node, to nodes: inout OutputSpan<Node>) {
        let rows = row(of: end) - row(of: start)
        let columns = column(of: end) - column(of: start)
        let steps = Grid.greatestCommonDivisor(abs(rows), abs(columns))
        var step = 1
        while step < steps {
            let middle = node(
                row: row(of: start) + rows / steps * step,
                column: column(of: start) + columns / steps * step)
            if let middle, !Grid.holds(middle, in: nodes.span) {
                Grid.add(middle, to: &nodes)
            }
            step += 1
        }
    }

    private static func add(_ node: Node, to nodes: inout OutputSpan<Node>) {
        guard !nodes.isFull else { return }
        nodes.append(node)
    }

    private static func holds(_ node: Node, in nodes: Span<Node>) -> Bool {
        for index in nodes.indices where nodes[index] == node {
            return true
        }
        return false
    }

    /// Euclid's algorithm, for values that are not negative; 0 only of (0, 0).
    static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller != 0 {
            (larger, smaller) = (smaller, larger % smaller)
        }
        return larger
    }
}

extension Span<Node> {
    /// The last node, nil when there is none.
    package var last: Node? {
        isEmpty ? nil : self[count - 1]
    }
}
