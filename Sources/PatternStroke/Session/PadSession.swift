package import PatternGrid

/// A pad from its first picture to its result: what happens goes in, what to do next comes out, and
/// ``scene`` is what to show.
///
/// It draws once, or has a new pattern drawn twice: then a mismatch keeps the first, and the pattern is
/// shown as right for a moment before it is the result. Time comes in with what happens.
package struct PadSession: ~Copyable {
    /// How to draw.
    package struct Settings: Equatable, Sendable {
        /// The grid to draw on.
        package var grid: Grid
        /// How typed symbols name nodes.
        package var keypad: Keypad
        /// Shows nothing of what is drawn.
        package var isStealthy: Bool
        /// A pattern is being chosen: marks what can be reached next, in the first drawing.
        package var isChoosing: Bool
        /// Asks for the pattern twice.
        package var confirms: Bool

        /// Draws once, on a phone's grid, unless told otherwise.
        package init(
            grid: Grid = .phone, keypad: Keypad = .phone, isStealthy: Bool = false, isChoosing: Bool = false,
            confirms: Bool = false
        ) {
            self.grid = grid
            self.keypad = keypad
            self.isStealthy = isStealthy
            self.isChoosing = isChoosing
            self.confirms = confirms
        }
    }

    /// What to do next.
    package enum Progress: Equatable, Sendable {
        /// Show it and wait for more.
        case going
        /// The person gave up.
        case cancelled
        /// The result.
        case finished(Pattern)
    }

    private let settings: Settings
    private var surface: Surface
    private var stroke: Stroke
    /// What was drawn first, where it is asked for twice.
    private var first: Pattern?
    /// The result that is shown as right till then.
    private var result: (pattern: Pattern, until: Moment)?
    /// The last key was an arrow: Enter takes that node rather than finish.
    private var arrowCameLast = false
    /// A drawing has ended, too short, as the first of two, or as the result.
    package private(set) var hasEndedOne = false

    /// For how long a confirmed pattern is shown as right, in milliseconds.
    private static var rightDuration: UInt64 { 400 }

    /// Starts with nothing drawn.
    package init(_ settings: Settings, surface: Surface) {
        self.settings = settings
        self.surface = surface
        stroke = PadSession.stroke(settings, isChoosing: settings.isChoosing, surface)
    }

    /// When to call ``tick(at:)``; nil for never.
    package var nextTick: Moment? { result?.until ?? stroke.nextTick }

    /// What to draw.
    package var scene: Scene { stroke.scene }

    /// Where the stroke is.
    package var phase: Stroke.Phase { stroke.phase }

    /// The node that the keyboard would choose, nil until a key moves there.
    package var focus: Node? { stroke.focus }

    /// The same is to be drawn again.
    package var isRepeating: Bool { first != nil }

    /// A pattern is being chosen in this drawing.
    package var isChoosing: Bool { stroke.isChoosing }

    /// Nothing is drawn, being drawn or shown, and no pointer is down.
    package var isUntouched: Bool { stroke.phase == .idle && stroke.contact == nil }

    /// Enter would take the node that has the focus.
    package var entersNode: Bool { arrowCameLast && focusIsFree }

    /// Takes a key.
    package mutating func press(_ key: PadKey, at time: Moment) -> Progress {
        if key != .cancel, let result { return .finished(result.pattern) }
        let entersNode = entersNode
        switch key {
        case .arrow(let direction): return handle(.cursor(direction), at: time)
        case .enter: return handle(entersNode ? .select : .finish, at: time)
        case .space: return handle(.select, at: time)
        case .backspace: return handle(.erase, at: time)
        case .cancel: return handle(.cancel, at: time)
        case .symbol(let byte): return handle(.symbol(byte), at: time)
        }
    }

    /// Takes what a pointer, a screen reader or a button does, or another size.
    package mutating func handle(_ event: Stroke.Event, at time: Moment) -> Progress {
        // Whoever goes on has seen the result.
        if case .down = event, let result { return .finished(result.pattern) }
        switch event {
        case .resize(let surface): self.surface = surface
        case .tick, .wrong, .right, .lock: break
        case .cursor: arrowCameLast = true
        default: arrowCameLast = false
        }
        switch stroke.handle(event, at: time) {
        case .none, .dropped: return .going
        case .tooShort:
            hasEndedOne = true
            return .going
        case .cancelled: return .cancelled
        case .finished(let pattern): return finish(pattern, at: time)
        }
    }

    /// Lets what has had its time end.
    package mutating func tick(at time: Moment) -> Progress {
        if let result, time >= result.until { return .finished(result.pattern) }
        return handle(.tick, at: time)
    }

    /// Overwrites what was drawn.
    package mutating func wipe() {
        stroke.wipe()
        first = nil
        result = nil
    }

    private mutating func finish(_ pattern: Pattern, at time: Moment) -> Progress {
        hasEndedOne = true
        guard settings.confirms else { return .finished(pattern) }
        guard let first else {
            first = pattern
            stroke = PadSession.stroke(settings, isChoosing: false, surface)
            return .going
        }
        guard pattern == first else {
            _ = stroke.handle(.wrong, at: time)
            return .going
        }
        _ = stroke.handle(.right, at: time)
        result = (pattern, time.later(by: PadSession.rightDuration))
        return .going
    }

    private static func stroke(_ settings: Settings, isChoosing: Bool, _ surface: Surface) -> Stroke {
        Stroke(
            grid: settings.grid, surface: surface, keypad: settings.keypad, isStealthy: settings.isStealthy,
            isChoosing: isChoosing)
    }

    private var focusIsFree: Bool {
        stroke.scene.nodes.contains { $0.hasFocus && $0.state == .free }
    }
}
