package import PatternGrid

extension Stroke {
    /// What happens to a pad.
    package enum Event: Equatable, Sendable {
        /// A pointer is pressed: on a node it starts a drawing, or continues one made of clicks.
        /// Outside every node it starts nothing yet.
        case down(Pointer, Point)
        /// A pointer moves; only one that is down matters.
        case move(Pointer, Point)
        /// A pointer is lifted: after a drawing that ends it; on the node that it was pressed on it
        /// was a click.
        case up(Pointer, Point)
        /// A pointer is taken away: lost grab, touch cancelled. Never reports.
        case lost(Pointer)

        /// A byte is typed that the keypad may know as a node. Only 3x3 has a symbol for each node.
        case symbol(UInt8)
        /// A node is chosen as such, by a screen reader's action on it for instance.
        case visit(Node)
        /// The focus moves to the next node in a direction, and shows itself when it did not.
        case cursor(Direction)
        /// The focus moves to a node.
        case focus(Node)
        /// The node that has the focus is chosen.
        case select
        /// The last choice is taken back, with the nodes that it took along.
        case erase
        /// What clicks and keys have chosen is all. Does nothing while a pointer is down.
        case finish

        /// The user gives up (Esc). Never reports.
        case cancel
        /// The view has another size. Drops what a pointer is drawing; keeps what clicks and keys
        /// have chosen.
        case resize(Surface)
        /// Time goes by, see ``Stroke/nextTick``.
        case tick

        /// The pattern is the right one.
        case right
        /// The pattern is wrong or refused, or one before was: red for two seconds. While something
        /// new is being drawn it says nothing any more.
        case wrong
        /// No input for so many seconds (0 or less: unlocked), or without end.
        case lock(seconds: Int?)
    }

    /// Where the focus moves.
    package enum Direction: Equatable, Sendable, CaseIterable {
        /// To the row above.
        case up
        /// To the row below.
        case down
        /// To the column on the left.
        case left
        /// To the column on the right.
        case right
    }
}
