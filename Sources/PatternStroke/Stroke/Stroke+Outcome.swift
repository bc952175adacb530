package import PatternGrid

extension Stroke {
    /// What an event leads to, for the pad to act on.
    package enum Outcome: Equatable, Sendable {
        /// Nothing but perhaps something else to show.
        case none
        /// A pattern of at least ``Grid/minimumLength`` nodes. It waits for ``Event/right``,
        /// ``Event/wrong``, ``Event/lock(seconds:)`` or ``Stroke/wipe()``, and takes no input till then.
        case finished(Pattern)
        /// It ended with fewer nodes, counted after filling. Nothing to report; red for two seconds.
        case tooShort
        /// A drawing was interrupted: another can be started.
        case dropped
        /// The user gives up.
        case cancelled
    }

    /// Where a pad is.
    package enum Phase: Equatable, Sendable {
        /// Nothing is drawn.
        case idle
        /// At least one node was visited, by pointer, click or key.
        case drawing
        /// A pattern was reported and is shown until an answer comes.
        case reported
        /// The answer was right.
        case right
        /// Red until then. A new drawing may start at any time.
        case wrong(until: Moment, Fault)
        /// No input until then, nil for without end.
        case locked(until: Moment?)
    }

    /// What is wrong with a drawing.
    package enum Fault: Equatable, Sendable {
        /// Fewer than ``Grid/minimumLength`` nodes.
        case tooShort
        /// Another pattern than the right one, or refused for some other reason.
        case wrong
    }
}
