/// A key that means something to a pad, whatever the toolkit calls it.
package enum PadKey: Equatable, Sendable {
    /// Moves the focus.
    case arrow(Stroke.Direction)
    /// Finishes, or takes the node that an arrow has just led to.
    case enter
    /// Takes the node that has the focus.
    case space
    /// Takes the last choice back.
    case backspace
    /// Gives up.
    case cancel
    /// A byte that the keypad may know.
    case symbol(UInt8)
}
