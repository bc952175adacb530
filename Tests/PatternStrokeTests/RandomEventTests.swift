import PatternGrid
import TestSupport
import Testing

@testable import PatternStroke

/// What must hold whatever happens. Each test runs in a process of its own, which a trap ends.
struct RandomEventTests {
    /// Numbers that break what is careless.
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
        -0.0, 0, 0.5, 1, 12, 1e6, 1_000_001, -1e6, 1e18, 1e19, 4.5e15, .signalingNaN,
    ]

    @Test(arguments: Grid.sides)
    func strokesReportWhatTheyCross(side: Int) async {
        await #expect(processExitsWith: .success) { [side] in
            var random = SeededRandom(seed: UInt64(side))
            let rules = NaiveRules(side: side)
            for view in View.all {
                let pad = try Pad(side: side, view: view)
                let naive = NaivePad(side: side, first: try pad.center(1), last: try pad.center(side * side))
                let size = view.surface.size
                for _ in 0..<100 {
                    let points = (0..<Int.random(in: 2...25, using: &random)).map { _ in
                        Point(
                            x: .random(in: -0.2 * size.width...1.2 * size.width, using: &random),
                            y: .random(in: -0.2 * size.height...1.2 * size.height, using: &random))
                    }
                    let pattern = rules.pattern(visiting: naive.crossed(by: points))
                    let outcome = try pad.draw(points)
                    try #require(outcome == (pattern.isEmpty ? .none : .expected(pattern, side: side)))
                    pad.stroke.wipe()
                }
            }
        }
    }

    @Test(arguments: Grid.sides)
    func noEventsReportAnIllegalPattern(side: Int) async {
        await #expect(processExitsWith: .success) { [side] in
            let rules = NaiveRules(side: side)
            var finished = 0
            for seed in 0..<40 {
                var random = SeededRandom(seed: UInt64(seed * 10 + side))
                let pad = try Pad(side: side, isStealthy: seed % 4 == 0, isChoosing: seed % 2 == 0)
                for _ in 0..<1_500 {
                    if pad.phase == .right { pad.stroke.wipe() }
                    let event = Self.event(on: pad, &random)
                    pad.time &+= UInt64.random(in: 0..<400, using: &random)
                    let outcome = pad.send(event)
                    try Self.check(outcome, of: event, rules)
                    try Self.check(pad)
                    if case .finished = outcome { finished += 1 }
                }
            }
            try #require(finished > 300, "only \(finished) patterns: too little is drawn")
        }
    }

    @Test func everythingIsTotal() async {
        await #expect(processExitsWith: .success) {
            for side in Grid.sides {
                let grid = try Grid.sized(side)
                for x in Self.numbers {
                    for y in Self.numbers {
                        try Self.tryGeometry(grid, x, y)
                        let pad = try Pad(side: side)
                        for event in try Self.events(at: Point(x: x, y: y), on: pad) {
                            try Self.check(pad.send(event), of: event, NaiveRules(side: side))
                            try Self.check(pad)
                        }
                    }
                }
            }
        }
    }

    private static func tryGeometry(_ grid: Grid, _ x: Double, _ y: Double) throws {
        let good = try #require(PadGeometry(grid: grid, surface: View.window.surface))
        let point = Point(x: x, y: y)
        _ = good.node(at: point)
        for other in numbers {
            _ = good.nodes(from: point, to: Point(x: other, y: x)).map { $0 }
            let sizes = [nil, Size(width: other, height: x), Size(width: 1, height: other)]
            for cell in sizes {
                let surface = Surface(size: Size(width: x, height: y), aspect: other, cell: cell)
                guard let geometry = PadGeometry(grid: grid, surface: surface) else { continue }
                // Whatever it accepts it can draw on.
                for number in 1...UInt8(grid.nodeCount) {
                    let center = try #require(geometry.center(of: Node(number)))
                    try #require(geometry.node(at: center) == Node(number))
                    try #require((0...x).contains(center.x) && (0...y).contains(center.y))
                }
            }
        }
    }

    private static func events(at point: Point, on pad: Pad) throws -> [Stroke.Event] {
        [
            .down(.mouse, point), .move(.mouse, point), .move(.mouse, try pad.place(1, right: 0.5)),
            .move(.mouse, point),
            .move(Pointer(.max), point), .up(Pointer(.max), point), .up(.mouse, try pad.place(1, right: 0.5)),
            .resize(Surface(size: Size(width: point.x, height: point.y))), .down(.mouse, point),
            .resize(Surface(size: Size(width: point.y, height: point.x), aspect: point.x)),
        ]
    }

    /// Any event; often ones that lead somewhere.
    private static func event(on pad: Pad, _ random: inout SeededRandom) -> Stroke.Event {
        let pointer = Pointer(UInt.random(in: 0...20, using: &random) == 0 ? 1 : 0)
        let node = Node(UInt8.random(in: 0...UInt8(pad.grid.nodeCount + 1), using: &random))
        let point = place(node, on: pad, &random)
        if pad.phase == .reported, Bool.random(using: &random) { return .wrong }
        if pad.geometry == nil, Bool.random(using: &random) { return .resize(View.window.surface) }
        switch Int.random(in: -40..<60, using: &random) {
        case ..<0: return .move(pointer, point)
        case 0..<18: return .down(pointer, point)
        case 18..<36: return .up(pointer, point)
        case 36: return .lost(pointer)
        case 37..<40: return .symbol(.random(in: 0...255, using: &random))
        case 40..<44: return .visit(node)
        case 44: return .cursor(Stroke.Direction.allCases.randomElement(using: &random) ?? .up)
        case 45: return .focus(node)
        case 46: return .select
        case 47: return .erase
        case 48..<51: return .finish
        case 51: return .cancel
        case 52: return .resize((View.all.randomElement(using: &random) ?? .window).surface)
        case 53: return .tick
        case 54: return .right
        case 55..<58: return .wrong
        case 58: return .lock(seconds: Int.random(in: -1...2, using: &random))
        default:
            return .resize(
                Surface(size: Size(width: numbers.randomElement(using: &random) ?? 0, height: 300)))
        }
    }

    private static func place(_ node: Node, on pad: Pad, _ random: inout SeededRandom) -> Point {
        guard Int.random(in: 0..<20, using: &random) > 0, let center = pad.geometry?.center(of: node)
        else {
            return Point(
                x: numbers.randomElement(using: &random) ?? 0, y: numbers.randomElement(using: &random) ?? 0)
        }
        return Point(
            x: center.x + .random(in: -9...9, using: &random),
            y: center.y + .random(in: -9...9, using: &random))
    }

    private static func check(_ outcome: Stroke.Outcome, of event: Stroke.Event, _ rules: NaiveRules) throws {
        switch (outcome, event) {
        case (.none, _), (.cancelled, .cancel), (.dropped, .lost), (.dropped, .resize): break
        case (.tooShort, .up), (.tooShort, .finish): break
        case (.finished(let pattern), .up), (.finished(let pattern), .finish):
            try #require(pattern.grid.side == rules.side)
            try #require(pattern.isLongEnough && rules.isLegal(pattern.numbersAlone))
        default: Issue.record("\(event) led to \(outcome)")
        }
    }

    private static func check(_ pad: Pad) throws {
        let held = pad.held
        let scene = pad.scene
        try #require(NaiveRules(side: pad.grid.side).isLegal(held))
        try #require(pad.isCleanBehind)
        switch pad.phase {
        case .idle, .locked: try #require(held.isEmpty)
        case .drawing: try #require(!held.isEmpty)
        case .reported: try #require(held.count >= Grid.minimumLength)
        case .right, .wrong: break
        }
        let isSeen = !pad.stroke.isStealthy && pad.geometry != nil
        try #require(pad.path == (isSeen ? held.dashed : ""))
        try #require(scene.segments.count == (isSeen ? max(0, held.count - 1) : 0))
        try #require(scene.trail == nil || pad.phase == .drawing && isSeen && pad.contact != nil)
        let isMarked = pad.stroke.isChoosing && isSeen && pad.phase == .drawing
        try #require(scene.nodes.allSatisfy { ($0.reach != nil) == (isMarked && $0.turn == nil) })
        try #require(
            scene.nodes.filter { $0.state == .current }.count == (isSeen && pad.phase == .drawing ? 1 : 0))
        if let tick = pad.nextTick {
            try #require(tick > pad.stroke.now)
        }
    }
}
