internal import PatternGrid

/// What came of a window.
enum Ending: Equatable {
    /// A pattern was drawn.
    case pattern(Pattern)
    /// The password is used instead: an empty line.
    case empty
    /// The text in the field.
    case text
    /// Yes.
    case yes
    /// It was read.
    case seen
    /// The person gave up.
    case cancelled
}
