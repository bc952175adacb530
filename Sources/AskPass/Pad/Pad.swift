package import PatternGrid
package import PatternStroke

/// What the window shows of a pad: a session, and the words above and below it. Pure; time comes in with
/// what happens.
package struct Pad: ~Copyable {
    private let options: PadOptions
    private var session: PadSession
    /// What was wrong with the answer before, until something is drawn.
    private var message: String?

    /// Starts with nothing drawn; red where the answer before was wrong.
    package init(_ options: PadOptions, at time: Moment) {
        self.options = options
        message = options.message
        session = PadSession(options.session, surface: Surface(size: Size(width: 0, height: 0)))
        if message != nil { _ = session.handle(.wrong, at: time) }
    }

    /// When to call ``tick(at:)``; nil for never.
    package var nextTick: Moment? { session.nextTick }

    /// What to draw.
    package var scene: Scene { session.scene }

    /// The node that the keyboard would choose, nil until a key moves there.
    package var focus: Node? { session.focus }

    /// What clicks and keys have chosen can be finished.
    package var canFinish: Bool { session.scene.hint == .goOn }

    /// The line above the pad.
    package var title: String { PadWords.title(options, again: session.isRepeating) }

    /// The line below the pad.
    package var status: Status {
        PadWords.status(
            session.scene.hint, message: message, isChoosing: session.isChoosing,
            entersNode: session.entersNode)
    }

    /// Takes a key.
    package mutating func press(_ key: PadKey, at time: Moment) -> PadSession.Progress {
        noting(session.press(key, at: time))
    }

    /// Takes what a pointer, a screen reader or a button does.
    package mutating func handle(_ event: Stroke.Event, at time: Moment) -> PadSession.Progress {
        noting(session.handle(event, at: time))
    }

    /// Lets what has had its time end.
    package mutating func tick(at time: Moment) -> PadSession.Progress {
        noting(session.tick(at: time))
    }

    /// Overwrites what was drawn.
    package mutating func wipe() { session.wipe() }

    /// The message goes as soon as it is not about what is on the pad any more.
    private mutating func noting(_ progress: PadSession.Progress) -> PadSession.Progress {
        switch session.phase {
        case .wrong(_, .wrong): break
        default: message = nil
        }
        return progress
    }
}
