import PatternGrid
import TestSupport
import Testing

@testable import PatternStroke

/// The oracles' rows, drawn instead of typed.
struct DrawnPatternTests {
    /// Samples a step: the end points alone, a slow pointer, a fast one.
    private static let rates = [1, 4, 60]

    @Test(arguments: try Oracle.smallDrawings(), View.all)
    func drawsStraightWhatIsTyped(drawing: Oracle.Drawing, view: View) throws {
        for rate in Self.rates {
            let pad = try Pad(view: view)
            let points = try Route.straight(drawing.visited, samples: rate, on: pad)
            #expect(try pad.draw(points) == .expected(drawing.canonical))
            #expect(pad.path == drawing.canonical.dashed)
        }
    }

    @Test(arguments: try Oracle.smallDrawings() + Oracle.largeDrawings(), View.all)
    func drawsAroundOtherNodesWhatIsTyped(drawing: Oracle.Drawing, view: View) throws {
        for rate in Self.rates {
            let pad = try Pad(side: drawing.side, view: view)
            let points = try Route.around(drawing.visited, samples: rate, on: pad)
            #expect(try pad.draw(points) == .expected(drawing.canonical, side: drawing.side))
            #expect(pad.path == drawing.canonical.dashed)
        }
    }

    /// On larger grids a straight line may brush nodes that the typed line does not name; then those
    /// are drawn too, as they must be, and it is another pattern.
    @Test(arguments: try Oracle.largeDrawings(), View.all)
    func drawsStraightOnLargerGridsWhatIsCrossed(drawing: Oracle.Drawing, view: View) throws {
        for rate in Self.rates {
            let pad = try Pad(side: drawing.side, view: view)
            let points = try Route.straight(drawing.visited, samples: rate, on: pad)
            let crossed = try naive(pad).crossed(by: points)
            let pattern = NaiveRules(side: drawing.side).pattern(visiting: crossed)
            #expect(try pad.draw(points) == .expected(pattern, side: drawing.side))
        }
    }

    @Test(arguments: View.all)
    func drawsTheseRowsOfLargerGridsStraight(view: View) throws {
        var straight: [String] = []
        for drawing in try Oracle.largeDrawings() {
            let pad = try Pad(side: drawing.side, view: view)
            let points = try Route.straight(drawing.visited, samples: 1, on: pad)
            _ = try pad.draw(points)
            if pad.path == drawing.canonical.dashed {
                straight.append(drawing.description)
            }
        }
        // Found by a program of its own. All rows of 4x4, for none has a step of 3 by 2.
        #expect(
            straight == [
                "4x4 2-11-12", "4x4 3-6-10-1", "4x4 7-4-8-11-13-9-3", "4x4 1-3-7-13-11-7", "4x4 3-7-7",
                "4x4 3-9-10-9", "4x4 5-3-9-15-11-5", "4x4 2-12-2-15", "5x5 2-17", "5x5 15-12-11-15-8-10",
                "5x5 7-9", "5x5 7-6-1-15-25", "5x5 18-9-12", "5x5 19-24", "6x6 19-14-4",
                "6x6 6-3-25-21-25-14-25", "6x6 19-19-7-1-5-16",
            ])
    }

    /// Every pattern can be drawn: each one of 3x3 straight.
    @Test func drawsEveryPatternOfFiveNodesStraight() throws {
        let pad = try Pad()
        var count = 0
        for nodes in PatternSpace(grid: .phone).patterns(ofLength: 5) {
            let points = try Route.straight(nodes, samples: 1, on: pad)
            _ = pad.drag(points)
            let outcome = pad.send(.up(.mouse, try #require(points.last)))
            try #require(outcome == .expected(nodes))
            pad.stroke.wipe()
            count += 1
        }
        #expect(count == 7_152)
    }

    /// How a stroke can be cut off.
    private static let cuts: [(name: String, event: Stroke.Event, outcome: Stroke.Outcome)] = [
        ("Esc", .cancel, .cancelled),
        ("lost grab", .lost(.mouse), .dropped),
        ("resize", .resize(View.screen.surface), .dropped),
        ("resize to nothing", .resize(Surface(size: Size(width: 0, height: 0))), .dropped),
    ]

    @Test(arguments: try Oracle.smallDrawings() + Oracle.largeDrawings(), [View.window, .terminal, .corner])
    func reportsNothingWhenCancelledAtAnyStep(drawing: Oracle.Drawing, view: View) throws {
        let whole = try Pad(side: drawing.side, view: view)
        let points = try Route.around(drawing.visited, samples: 4, on: whole)
        for cut in Self.cuts {
            for count in 1...points.count {
                let pad = try Pad(side: drawing.side, view: view)
                try #require(pad.drag(points.prefix(count)).allSatisfy { $0 == .none })
                try #require(pad.send(cut.event) == cut.outcome, "\(cut.name) after \(count)")
                try expectNothing(on: pad)
                // The pointer is still down, and moves on.
                for point in points.dropFirst(count) {
                    try #require(pad.send(.move(.mouse, point)) == .none)
                }
                try #require(pad.send(.up(.mouse, try #require(points.last))) == .none)
                try #require(pad.send(.finish) == .none)
                try expectNothing(on: pad)
                // And what comes then has nothing of it.
                pad.send(.resize(view.surface))
                try #require(pad.draw(points) == .expected(drawing.canonical, side: drawing.side))
            }
        }
    }

    private func expectNothing(on pad: Pad) throws {
        try #require(pad.phase == .idle)
        try #require(pad.held.isEmpty && pad.isCleanBehind)
        let scene = pad.scene
        try #require(scene.segments.isEmpty && scene.trail == nil)
        try #require(scene.nodes.allSatisfy { $0.state == .free && $0.turn == nil && !$0.hasFocus })
    }

    private func naive(_ pad: Pad) throws -> NaivePad {
        let side = pad.grid.side
        return NaivePad(side: side, first: try pad.center(1), last: try pad.center(side * side))
    }
}

extension PatternSpace {
    /// All patterns of one length, as plain numbers.
    func patterns(ofLength length: Int) -> [[Int]] {
        var patterns: [[Int]] = []
        forEach(lengths: length...length) { nodes in
            patterns.append(nodes.indices.map { Int(nodes[$0].number) })
        }
        return patterns
    }
}
