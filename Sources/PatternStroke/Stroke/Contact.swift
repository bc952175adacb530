internal import PatternGrid

/// A pointer that is down.
struct Contact: Equatable {
    /// What it has done since it was pressed.
    enum Course: Equatable {
        /// It has hit no node yet.
        case outside
        /// It was pressed on this node and has not left its circle: lifted now, it is a click.
        case clicking(Node)
        /// It draws.
        case drawing
    }

    /// Which pointer.
    let pointer: Pointer
    /// Where it was last; nil when it never was in any place.
    var place: Point?
    /// What it has done.
    var course = Course.outside
}
