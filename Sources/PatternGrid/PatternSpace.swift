/// All patterns that can be drawn on a grid: counting and going through them.
package struct PatternSpace: Sendable {
    /// The grid they are drawn on.
    package let grid: Grid

    /// For each pair of nodes the set of nodes strictly between them, bit k for node k + 1.
    private let between: [UInt64]

    /// Prepares the table of steps of a grid.
    package init(grid: Grid) {
        self.grid = grid
        let count = grid.nodeCount
        var between = [UInt64](repeating: 0, count: count * count)
        for start in 0..<count {
            for end in 0..<count where start != end {
                let rows = end / grid.side - start / grid.side
                let columns = end % grid.side - start % grid.side
                let parts = Grid.greatestCommonDivisor(abs(rows), abs(columns))
                let step = rows / parts * grid.side + columns / parts
                for part in 1..<parts {
                    between[start * count + end] |= PatternSpace.bit(start + step * part)
                }
            }
        }
        self.between = between
    }

    /// The numbers of patterns of each length from 1 to `longest`, entry k for length k + 1.
    ///
    /// Exact for every grid. Up to 4x4 in a moment at any length, over sets of visited nodes; larger
    /// grids are gone through one by one, in time that grows about fifteenfold a node.
    package func counts(upTo longest: Int) -> [Int] {
        let longest = min(max(longest, 0), grid.nodeCount)
        return grid.nodeCount <= 16 ? countsBySets(upTo: longest) : countsBySearch(upTo: longest)
    }

    /// Calls `body` with every pattern whose length lies in `lengths`, in ascending order of nodes.
    package func forEach(lengths: ClosedRange<Int>, _ body: (Span<Node>) -> Void) {
        var nodes = [Node](repeating: Node(0), count: grid.nodeCount)
        var span = nodes.mutableSpan
        for start in 0..<grid.nodeCount {
            span[0] = Node(UInt8(start + 1))
            extend(
                &span, length: 1, last: start, visited: PatternSpace.bit(start), lengths: lengths, body)
        }
    }

    /// Tells whether a step between two different nodes jumps over nothing but what was visited.
    func isLegal(from start: Int, to end: Int, visited: UInt64) -> Bool {
        visited & PatternSpace.bit(end) == 0 && between[start * grid.nodeCount + end] & ~visited == 0
    }

    /// The set that holds one node, numbered from 0. There are fewer than 64, so no shift needs a check.
    private static func bit(_ node: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: node) }

    /// Goes through all patterns that begin with the first `length` of `nodes`, the last of which is `last`.
    private func extend(
        _ nodes: inout MutableSpan<Node>, length: Int, last: Int, visited: UInt64,
        lengths: ClosedRange<Int>, _ body: (Span<Node>) -> Void
    ) {
        if lengths.contains(length) {
            body(nodes.span.extracting(first: length))
        }
        guard length < lengths.upperBound, length < nodes.count else { return }
        for next in 0..<nodes.count where isLegal(from: last, to: next, visited: visited) {
            nodes[length] = Node(UInt8(truncatingIfNeeded: next + 1))
            extend(
                &nodes, length: length + 1, last: next, visited: visited | PatternSpace.bit(next),
                lengths: lengths, body)
        }
    }

    /// Counts over (set of visited nodes, last node): how a pattern goes on depends on nothing else.
    private func countsBySets(upTo longest: Int) -> [Int] {
        let nodeCount = grid.nodeCount
        var ways = [Int](repeating: 0, count: (1 << nodeCount) * nodeCount)
        var counts = [Int](repeating: 0, count: longest)
        for start in 0..<nodeCount {
            ways[(1 << start) * nodeCount + start] = 1
        }
        for set in 1..<(1 << nodeCount) {
            let length = set.nonzeroBitCount
            guard length <= longest else { continue }
            for last in 0..<nodeCount where ways[set * nodeCount + last] != 0 {
                let reached = ways[set * nodeCount + last]
                counts[length - 1] += reached
                for next in 0..<nodeCount where isLegal(from: last, to: next, visited: UInt64(set)) {
                    ways[(set | 1 &<< next) * nodeCount + next] += reached
                }
            }
        }
        return counts
    }

    private func countsBySearch(upTo longest: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: longest)
        for start in 0..<(longest == 0 ? 0 : grid.nodeCount) {
            search(from: start, visited: PatternSpace.bit(start), length: 1, &counts)
        }
        return counts
    }

    private func search(from last: Int, visited: UInt64, length: Int, _ counts: inout [Int]) {
        counts[length - 1] += 1
        guard length < counts.count else { return }
        if length + 1 == counts.count {
            for next in 0..<grid.nodeCount where isLegal(from: last, to: next, visited: visited) {
                counts[length] += 1
            }
            return
        }
        for next in 0..<grid.nodeCount where isLegal(from: last, to: next, visited: visited) {
            search(from: next, visited: visited | PatternSpace.bit(next), length: length + 1, &counts)
        }
    }
}
