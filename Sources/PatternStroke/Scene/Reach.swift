package import PatternGrid

/// How a step from the last node reaches another that was not visited.
///
/// By the rules of the grid alone, which see centres: a node lies on the way when it lies exactly on
/// the straight line. Every node can be reached somehow; whether a finger's line also brushes
/// others on larger grids is not looked at.
package enum Reach: Equatable, Sendable {
    /// As the next node: nothing lies on the way, or nothing that was not visited.
    case direct
    /// Only after these, which a straight step takes along, in order.
    case takingAlong([Node])
}

extension Stroke {
    /// How the step from the last node would reach another; nil without a last node, and when the
    /// other was visited.
    func reach(of node: Node) -> Reach? {
        guard let last = visited.span.last, visited.turn(of: node) == nil else { return nil }
        let step = Pattern(visiting: [last, node], on: grid)
        let taken = step.nodes.dropFirst().dropLast().filter { visited.turn(of: $0) == nil }
        return taken.isEmpty ? .direct : .takingAlong(taken)
    }
}
