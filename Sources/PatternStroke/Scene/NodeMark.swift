package import PatternGrid

/// How a node is shown.
package struct NodeMark: Equatable, Sendable {
    /// How it takes part in what is drawn.
    package enum State: Equatable, Sendable {
        /// It does not; in stealth all are free.
        case free
        /// It was visited.
        case visited
        /// It is the last of a drawing in progress.
        case current
        /// It belongs to a right pattern.
        case right
        /// It belongs to a wrong or too short one.
        case wrong
    }

    /// Which node.
    package let node: Node
    /// Its centre.
    package let center: Point
    /// How it takes part.
    package let state: State
    /// The turn in which it comes, from 1; nil when it is free.
    package let turn: Int?
    /// Whether it can be next; nil when it was visited, and unless a pattern is being chosen and has
    /// a node.
    package let reach: Reach?
    /// The keyboard would choose it. Also in stealth, for one can't move a focus unseen; it never
    /// follows what is drawn or typed.
    package let hasFocus: Bool
}
