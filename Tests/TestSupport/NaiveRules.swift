/// The rules of a pattern once more, by geometry alone: slow, plain, sharing nothing with the package.
///
/// A node lies on the way from one to another when it is on the straight line between them, at a
/// fraction above 0 and below 1. Fractions are kept exact, as numerators over one denominator.
package struct NaiveRules {
    /// Nodes along one side.
    package let side: Int

    /// The rules of a grid of so many nodes a side.
    package init(side: Int) {
        self.side = side
    }

    /// The nodes strictly between two others, in the order in which a finger passes them.
    package func between(_ start: Int, _ end: Int) -> [Int] {
        let (from, to) = (place(start), place(end))
        let (stepX, stepY) = (to.x - from.x, to.y - from.y)
        let length = stepX * stepX + stepY * stepY
        var found: [(fraction: Int, node: Int)] = []
        for node in 1...(side * side) {
            let (awayX, awayY) = (place(node).x - from.x, place(node).y - from.y)
            let isOnLine = stepX * awayY == stepY * awayX
            let fraction = stepX * awayX + stepY * awayY
            if isOnLine, fraction > 0, fraction < length {
                found.append((fraction, node))
            }
        }
        return found.sorted { $0.fraction < $1.fraction }.map(\.node)
    }

    /// The pattern of a drawing; nodes that the grid lacks are left out.
    package func pattern(visiting visited: [Int]) -> [Int] {
        var pattern: [Int] = []
        for node in visited where (1...(side * side)).contains(node) && !pattern.contains(node) {
            if let last = pattern.last {
                pattern += between(last, node).filter { !pattern.contains($0) }
            }
            pattern.append(node)
        }
        return pattern
    }

    /// Tells whether every node is one of the grid, stands once, and no step jumps over a node that
    /// was not visited before.
    package func isLegal(_ pattern: [Int]) -> Bool {
        guard Set(pattern).count == pattern.count, pattern.allSatisfy((1...(side * side)).contains) else {
            return false
        }
        for index in pattern.indices.dropFirst() {
            let passed = between(pattern[index - 1], pattern[index])
            guard Set(passed).isSubset(of: pattern[..<index]) else { return false }
        }
        return true
    }

    /// The column and row of a node, from 0.
    package func place(_ node: Int) -> (x: Int, y: Int) {
        ((node - 1) % side, (node - 1) / side)
    }
}
