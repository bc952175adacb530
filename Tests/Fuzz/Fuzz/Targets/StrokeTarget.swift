import PatternGrid
import TestSupport

@testable import PatternStroke

/// The stroke and the session of a pad: any events at any time, with any numbers.
enum StrokeTarget {
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 1e6, 1_000_001,
        1e19,
    ]

    static func run(_ feed: inout Feed) {
        let grid = Grid(side: 3 + feed.choice(4)) ?? .phone
        let isStealthy = feed.flag(oneIn: 4)
        var settings = PadSession.Settings()
        settings.grid = grid
        settings.isStealthy = isStealthy
        settings.confirms = feed.choice(2) == 0
        let surface = surface(&feed)
        var stroke = Stroke(grid: grid, surface: surface, isStealthy: isStealthy)
        var session = PadSession(settings, surface: surface)
        var (time, isOver) = (UInt64(0), false)
        while feed.count > 0 {
            time &+= UInt64(feed.byte())
            let event = event(&feed, grid, stroke.geometry)
            check(stroke.handle(event, at: Moment(milliseconds: time)), of: event, grid)
            check(stroke, grid)
            if event == .cancel, stroke.phase != .right {
                claim(stroke.visited.count == 0 && stroke.focus == nil, "nothing is left after a cancel")
            }
            if stroke.phase == .right { stroke.wipe() }
            if !isOver { isOver = follow(event, &session, Moment(milliseconds: time), grid) }
        }
    }

    private static func follow(
        _ event: Stroke.Event, _ session: inout PadSession, _ time: Moment, _ grid: Grid
    ) -> Bool {
        switch session.handle(event, at: time) {
        case .going:
            claim(event != .cancel, "a cancel ends it")
            return false
        case .cancelled:
            claim(event == .cancel, "nothing else cancels")
            return true
        case .finished(let pattern):
            claim(event != .cancel, "a cancel reports nothing")
            checkPattern(pattern, grid)
            return true
        }
    }

    private static func checkPattern(_ pattern: Pattern, _ grid: Grid) {
        claim(pattern.grid == grid && pattern.isLongEnough, "what is reported is long enough")
        claim(
            NaiveRules(side: grid.side).isLegal(pattern.nodes.map { Int($0.number) }),
            "what is reported is legal")
    }

    private static func check(_ outcome: Stroke.Outcome, of event: Stroke.Event, _ grid: Grid) {
        switch (outcome, event) {
        case (.none, let event): claim(event != .cancel, "a cancel is one")
        case (.cancelled, .cancel), (.dropped, .lost), (.dropped, .resize), (.tooShort, .up),
            (.tooShort, .finish):
            break
        case (.finished(let pattern), .up), (.finished(let pattern), .finish): checkPattern(pattern, grid)
        default: claim(false, "\(event) led to \(outcome)")
        }
    }

    private static func check(_ stroke: borrowing Stroke, _ grid: Grid) {
        var held: [Int] = []
        for index in stroke.visited.span.indices { held.append(Int(stroke.visited.span[index].number)) }
        claim(NaiveRules(side: grid.side).isLegal(held), "what is drawn is legal")
        for index in held.count..<grid.nodeCount {
            claim(stroke.visited.whole[index] == Node(0), "what was taken back is overwritten")
        }
        let scene = stroke.scene
        let isSeen = !stroke.isStealthy && stroke.geometry != nil
        claim(
            isSeen || scene.nodes.allSatisfy { $0.turn == nil } && scene.segments.isEmpty,
            "stealth shows nothing")
        switch stroke.phase {
        case .idle, .locked: claim(held.isEmpty, "nothing is held when nothing is drawn")
        case .drawing: claim(!held.isEmpty, "a drawing has a node")
        case .reported: claim(held.count >= 4, "a report is long enough")
        case .right, .wrong: break
        }
        if let tick = stroke.nextTick { claim(tick > stroke.now, "the next tick is to come") }
    }

    private static func surface(_ feed: inout Feed) -> Surface {
        let size = Size(width: number(&feed, scale: 4), height: number(&feed, scale: 4))
        switch feed.choice(4) {
        case 0: return Surface(size: size, aspect: 2, cell: Size(width: 1, height: 1))
        case 1: return Surface(size: size, cell: Size(width: 2, height: 4))
        case 2: return Surface(size: size, aspect: number(&feed, scale: 0.03), cell: size)
        default: return Surface(size: size)
        }
    }

    private static func number(_ feed: inout Feed, scale: Double) -> Double {
        let byte = feed.byte()
        return byte < 8 ? numbers[Int(byte)] : Double(byte - 8) * scale
    }

    /// A point, most often near a node.
    private static func point(_ feed: inout Feed, _ grid: Grid, _ geometry: PadGeometry?) -> Point {
        let node = Node(UInt8(1 + feed.choice(grid.nodeCount)))
        guard !feed.flag(oneIn: 6), let center = geometry?.center(of: node) else {
            return Point(x: number(&feed, scale: 4), y: number(&feed, scale: 4))
        }
        return Point(x: center.x + Double(feed.choice(17)) - 8, y: center.y)
    }

    private static func event(_ feed: inout Feed, _ grid: Grid, _ geometry: PadGeometry?) -> Stroke.Event {
        let kind = feed.choice(24)
        let pointer = Pointer(feed.flag(oneIn: 8) ? .max : 0)
        switch kind {
        case 0...3: return .down(pointer, point(&feed, grid, geometry))
        case 4...8: return .move(pointer, point(&feed, grid, geometry))
        case 9...11: return .up(pointer, point(&feed, grid, geometry))
        case 12: return .lost(pointer)
        case 13: return .symbol(feed.byte())
        case 14: return .visit(Node(feed.byte()))
        case 15: return .cursor(feed.one(of: Stroke.Direction.allCases))
        case 16: return .focus(Node(feed.byte()))
        case 17: return .select
        case 18: return .erase
        case 19: return .finish
        case 20: return feed.flag(oneIn: 4) ? .cancel : .tick
        case 21: return .resize(surface(&feed))
        case 22: return feed.choice(2) == 0 ? .right : .wrong
        default: return .lock(seconds: feed.choice(3) == 0 ? nil : Int(truncatingIfNeeded: feed.number()))
        }
    }
}
