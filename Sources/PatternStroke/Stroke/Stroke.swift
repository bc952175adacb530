package import PatternGrid

/// A pad's drawing, as a state machine: events go in, one outcome each comes out, and ``scene`` is
/// what to show.
///
/// Total: any event may come at any time, with any numbers. Time comes in with the events.
///
/// A pattern can be drawn in one stroke of one pointer, put together by clicks (press and release
/// inside one node's hit circle), by keys, or by clicks and keys in turn. A stroke ends when the
/// pointer is lifted; clicks and keys end by ``Event/finish``. A stroke always starts anew, whatever was
/// chosen by clicks and keys before; so a press on a node is a click until it leaves the circle.
///
/// One pointer at a time: while it is down, other pointers do nothing, and keys neither but Esc.
package struct Stroke: ~Copyable {
    /// The grid that is drawn on.
    package let grid: Grid
    /// How typed symbols name nodes.
    package let keypad: Keypad
    /// Shows nothing of what is drawn.
    package let isStealthy: Bool
    /// A pattern is being chosen: marks what can be reached next.
    package let isChoosing: Bool
    /// Where the nodes lie; nil when the view is too small for them, and only keys work.
    package internal(set) var geometry: PadGeometry?
    /// Where it is.
    package internal(set) var phase = Phase.idle
    /// The node that the keyboard would choose, nil until a key moves there.
    package internal(set) var focus: Node?

    /// What was visited: of the drawing in progress, or of the last one while that is shown.
    var visited: VisitedNodes
    /// The pointer that is down; others are not looked at.
    var contact: Contact?
    /// The time of the last event.
    var now = Moment(milliseconds: 0)

    /// For how long a wrong drawing is red, in milliseconds.
    static var wrongDuration: UInt64 { 2_000 }

    /// Starts with nothing drawn.
    package init(
        grid: Grid, surface: Surface, keypad: Keypad = .phone, isStealthy: Bool = false,
        isChoosing: Bool = false
    ) {
        self.grid = grid
        self.keypad = keypad
        self.isStealthy = isStealthy
        self.isChoosing = isChoosing
        geometry = PadGeometry(grid: grid, surface: surface)
        visited = VisitedNodes(grid: grid)
    }

    /// Takes an event that happened at a time, which is taken for the last event's if it is earlier.
    package mutating func handle(_ event: Event, at time: Moment) -> Outcome {
        advance(to: time)
        switch event {
        case .down(let pointer, let point): return press(pointer, at: point)
        case .move(let pointer, let point): return move(pointer, to: point)
        case .up(let pointer, let point): return lift(pointer, at: point)
        case .lost(let pointer): return contact?.pointer == pointer ? dropContact() : .none
        case .symbol(let byte): return type(byte)
        case .visit(let node): return choose(node)
        case .cursor(let direction): return moveFocus(direction)
        case .focus(let node): return moveFocus(to: node)
        case .select: return select()
        case .erase: return erase()
        case .finish: return finish()
        case .cancel: return cancel()
        case .resize(let surface): return resize(to: surface)
        case .tick: break
        case .right: showRight()
        case .wrong: showWrong()
        case .lock(let seconds): lock(seconds: seconds)
        }
        return .none
    }

    /// When to send ``Event/tick`` if nothing else happens before, because something else is to be
    /// shown then: red clears, or the seconds of a lock change. nil for never.
    package var nextTick: Moment? {
        switch phase {
        case .idle, .drawing, .reported, .right, .locked(until: nil): return nil
        case .wrong(let until, _): return until
        case .locked(let until?):
            let seconds = now.seconds(until: until)
            guard seconds > 1 else { return until }
            return Moment(milliseconds: until.milliseconds - UInt64(seconds - 1) * 1_000)
        }
    }

    /// Forgets what was drawn and overwrites it; only a lock stays. What that can't promise:
    /// patterns that were reported and scenes are copies, for the pad to let go of.
    package mutating func wipe() {
        visited.wipe()
        contact = nil
        focus = nil
        if case .locked = phase { return }
        phase = .idle
    }

    /// Tells whether nodes can be visited.
    var takesInput: Bool {
        switch phase {
        case .idle, .drawing, .wrong: true
        case .reported, .right, .locked: false
        }
    }

    /// Visits a node: of the drawing in progress, or of a new one.
    mutating func visit(_ node: Node) {
        guard grid.contains(node) else { return }
        if phase != .drawing {
            visited.wipe()
            phase = .drawing
        }
        visited.visit(node)
    }

    /// Ends a drawing.
    mutating func report() -> Outcome {
        contact = nil
        focus = nil
        guard visited.count >= Grid.minimumLength else {
            phase = .wrong(until: now.later(by: Stroke.wrongDuration), .tooShort)
            return .tooShort
        }
        phase = .reported
        return .finished(visited.pattern)
    }
}
