/// What a pad shows: everything that it needs, in the view's units, and nothing of a toolkit.
///
/// A copy of what is drawn: let go of it once it is on the screen.
package struct Scene: Equatable, Sendable {
    /// What to tell the user.
    package let hint: Hint
    /// The nodes in their order, node 1 first; none when the view is too small.
    package let nodes: [NodeMark]
    /// A node's circle: its diameter across and down.
    package let nodeSize: Size
    /// The lines between visited nodes, in order, from centre to centre; none in stealth.
    package let segments: [Segment]
    /// The line from the last node to the pointer, nil when that is up, and in stealth. Its end may
    /// lie outside of the view.
    package let trail: Segment?

    /// A straight line.
    package struct Segment: Equatable, Sendable {
        /// Where it starts.
        package let start: Point
        /// Where it ends.
        package let end: Point
    }
}
