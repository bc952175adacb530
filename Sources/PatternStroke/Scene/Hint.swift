/// What to tell the user; the pad has the words and the colours.
package enum Hint: Equatable, Sendable {
    /// Draw a pattern.
    case draw
    /// Lift to finish.
    case lift
    /// Go on, or press Enter to finish.
    case goOn
    /// Wait for the answer.
    case wait
    /// Right: shown in green.
    case right
    /// Wrong, or too short: shown in red, also in stealth.
    case wrong(Stroke.Fault)
    /// Locked, for so many seconds more, at least 1; nil for without end.
    case locked(seconds: Int?)
    /// The view is too small to draw in; keys still work.
    case tooSmall
}
