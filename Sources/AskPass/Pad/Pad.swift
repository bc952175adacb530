package import PatternGrid
package import PatternStroke

/// A pad from its first picture to its result: what happens goes in, what to do next comes out, and
/// ``scene`` and the words are what to show. Pure; time comes in with what happens.
package struct Pad: ~Copyable {
    /// What to do next.
    package enum Progress: Equatable, Sendable {
        /// Show it and wait for more.
        case going
        /// The person gave up.
        case cancelled
        /// The result.
        case finished(Pattern)
    }

    private let options: PadOptions
    private var surface = Surface(size: Size(width: 0, height: 0))
    private var stroke: Stroke
    /// What was drawn first, where it is asked for twice.
    private var first: Pattern?
    /// The result that is shown green till then.
    private var result: (pattern: Pattern, until: Moment)?
    /// What was wrong with the answer before, until something is drawn.
    private var message: String?
    /// The last key was an arrow: Enter takes that node rather than finish.
    private var arrowCameLast = false

    /// For how long a confirmed pattern is green, in milliseconds.
    private static let rightDuration: UInt64 = 400

    /// Starts with nothing drawn; red where the answer before was wrong.
    package init(_ options: PadOptions, at time: Moment) {
        self.options = options
        message = options.message
        stroke = Pad.stroke(options, isChoosing: options.confirms, surface)
        if message != nil { _ = stroke.handle(.wrong, at: time) }
    }

    /// When to call ``tick(at:)``; nil for never.
    package var nextTick: Moment? { result?.until ?? stroke.nextTick }

    /// What to draw.
    package var scene: Scene { stroke.scene }

    /// The node that the keyboard would choose, nil until a key moves there.
    package var focus: Node? { stroke.focus }

    /// What clicks and keys have chosen can be finished.
    package var canFinish: Bool { stroke.scene.hint == .goOn }

    /// The line above the pad.
    package var title: String { PadWords.title(options, again: first != nil) }

    /// The line below the pad.
    package var status: Status {
        PadWords.status(
            stroke.scene.hint, message: message, isChoosing: stroke.isChoosing,
            entersNode: arrowCameLast && focusIsFree)
    }

    /// Takes a key.
    package mutating func press(_ key: PadKey, at time: Moment) -> Progress {
        if key != .cancel, let result { return .finished(result.pattern) }
        let wasArrow = arrowCameLast
        arrowCameLast = false
        switch key {
        case .arrow(let direction):
            arrowCameLast = true
            return handle(.cursor(direction), at: time)
        case .enter: return handle(wasArrow && focusIsFree ? .select : .finish, at: time)
        case .space: return handle(.select, at: time)
        case .backspace: return handle(.erase, at: time)
        case .cancel: return handle(.cancel, at: time)
        case .symbol(let byte): return handle(.symbol(byte), at: time)
        }
    }

    /// Takes what a pointer, a screen reader or a button does.
    package mutating func handle(_ event: Stroke.Event, at time: Moment) -> Progress {
        switch event {
        case .resize(let surface): self.surface = surface
        case .cursor: break
        default: arrowCameLast = false
        }
        let outcome = stroke.handle(event, at: time)
        // It is not about what is on the pad now.
        switch stroke.phase {
        case .wrong(_, .wrong): break
        default: message = nil
        }
        switch outcome {
        case .none, .dropped, .tooShort: return .going
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
        guard options.confirms else { return .finished(pattern) }
        guard let first else {
            first = pattern
            stroke = Pad.stroke(options, isChoosing: false, surface)
            return .going
        }
        guard pattern == first else {
            _ = stroke.handle(.wrong, at: time)
            return .going
        }
        _ = stroke.handle(.right, at: time)
        result = (pattern, Moment(milliseconds: time.milliseconds &+ Pad.rightDuration))
        return .going
    }

    private static func stroke(_ options: PadOptions, isChoosing: Bool, _ surface: Surface) -> Stroke {
        Stroke(
            grid: options.grid, surface: surface, keypad: options.keypad, isStealthy: options.isStealthy,
            isChoosing: isChoosing)
    }

    private var focusIsFree: Bool {
        stroke.scene.nodes.contains { $0.hasFocus && $0.state == .free }
    }
}
