import PatternGrid
import TestSupport
import Testing

@testable import PatternStroke

/// Which node a point hits, and which ones a line.
struct HitTests {
    /// A pad whose numbers are all exact: a pitch of 16, node 1 at (12, 12), circles of 5.
    private let geometry: PadGeometry

    init() throws {
        let surface = Surface(size: Size(width: 56, height: 56))
        geometry = try #require(PadGeometry(grid: .phone, surface: surface))
        try #require(geometry.pitch == Size(width: 16, height: 16))
        try #require(geometry.center(of: Node(1)) == Point(x: 12, y: 12))
        try #require(geometry.hitSize == Size(width: 10, height: 10))
    }

    @Test(arguments: [
        (12.0, 12.0, 1, "the centre"),
        (44, 28, 6, "another centre"),
        (17, 12, 1, "the edge belongs to the circle"),
        (7, 12, 1, "on the other side too"),
        (12, 17, 1, "and below"),
        (15, 16, 1, "on the edge by 3, 4, 5"),
        (17.000_001, 12, 0, "just outside"),
        (16, 16, 0, "in the corner of the square around the circle"),
        (20, 12, 0, "half-way between two"),
        (20, 20, 0, "in the middle of four"),
        (-4, 12, 0, "where a column more would be"),
        (60, 12, 0, "on the other side"),
        (12, -4, 0, "where a row more would be"),
        (12, 60, 0, "below"),
        (.nan, 12, 0, "no place"),
        (12, .nan, 0, "no place either"),
        (.infinity, 12, 0, "nowhere"),
        (12, -.infinity, 0, "nowhere"),
        (.greatestFiniteMagnitude, 12, 0, "beyond all"),
        (1e18, -1e19, 0, "about where Int ends"),
    ])
    func hitsTheNodeWhoseCircleHoldsThePoint(x: Double, y: Double, node: UInt8, why: String) {
        let expected = node == 0 ? nil : Node(node)
        #expect(geometry.node(at: Point(x: x, y: y)) == expected, "\(why)")
    }

    @Test(arguments: [
        (12.0, 12.0, 44.0, 12.0, [1, 2, 3], "a row"),
        (44, 12, 12, 12, [3, 2, 1], "and back"),
        (0, 0, 56, 56, [1, 5, 9], "through the corners"),
        (12, 12, 44, 44, [1, 5, 9], "a diagonal"),
        (12, 12, 28, 44, [1, 8], "between 4 and 5, from 1 to 8"),
        (0, 17, 56, 17, [1, 2, 3], "a line that touches counts, as a point on the edge does"),
        (0, 17.000_001, 56, 17.000_001, [], "a line that does not quite"),
        (15, 0, 15, 56, [1, 4, 7], "beside the centres"),
        (20, 0, 20, 56, [], "between two columns"),
        (0, 12, 7, 12, [1], "ends on the edge"),
        (0, 12, 6.999_999, 12, [], "ends before it"),
        (17, 12, 23, 12, [1, 2], "from edge to edge"),
        (13, 12, 11, 12, [1], "inside a circle"),
        (12, 12, 12, 12, [1], "no length, in a circle"),
        (20, 20, 20, 20, [], "no length, outside"),
        (20, 12, -1_000_000, 12, [1], "from far away is still a line"),
        (20, 12, -1_000_001, 12, [], "but not from beyond all screens"),
        (12, 12, .nan, 12, [], "to no place"),
        (.infinity, 12, 44, 12, [], "from nowhere"),
    ])
    func crossesNodesInTheOrderOfTheLine(
        fromX: Double, fromY: Double, toX: Double, toY: Double, nodes: [UInt8], why: String
    ) {
        let crossed = geometry.nodes(from: Point(x: fromX, y: fromY), to: Point(x: toX, y: toY))
        #expect(crossed.map { $0 } == nodes.map { Node($0) }, "\(why)")
    }

    @Test(arguments: Grid.sides, View.all)
    func circlesAreWiderThanDrawnAndDoNotOverlap(side: Int, view: View) throws {
        let pad = try Pad(side: side, view: view)
        let geometry = try #require(pad.geometry)
        #expect(geometry.hitSize.width > geometry.nodeSize.width)
        #expect(geometry.hitSize.height > geometry.nodeSize.height)
        #expect(geometry.hitSize.width < geometry.pitch.width)
        #expect(geometry.hitSize.height < geometry.pitch.height)
        for node in 1...(side * side) {
            #expect(geometry.node(at: try pad.center(node)) == Node(UInt8(node)))
            for (right, down) in [(0.5, 0.0), (-0.5, 0), (0, 0.5), (0, -0.5), (0.5, 0.5)] {
                #expect(geometry.node(at: try pad.place(node, right: right, down: down)) == nil)
            }
        }
    }

    /// A pointer of whole units finds each node in the least of views.
    @Test(arguments: Grid.sides)
    func holdsAWholePlaceInTheLeastView(side: Int) throws {
        let length = 3 * (Double(side) + 0.5)
        let surface = Surface(size: Size(width: length + 0.3, height: length))
        let geometry = try #require(PadGeometry(grid: try .sized(side), surface: surface))
        var found: Set<UInt8> = []
        for x in 0...Int(length) {
            for y in 0...Int(length) {
                found.insert(geometry.node(at: Point(x: Double(x), y: Double(y)))?.number ?? 0)
            }
        }
        #expect(found.subtracting([0]).count == side * side)
    }

    @Test(arguments: Grid.sides, View.all)
    func agreesWithSolvingForEachCircle(side: Int, view: View) throws {
        let pad = try Pad(side: side, view: view)
        let geometry = try #require(pad.geometry)
        let naive = NaivePad(side: side, first: try pad.center(1), last: try pad.center(side * side))
        let size = view.surface.size
        var random = SeededRandom(seed: UInt64(side))
        for _ in 0..<500 {
            let ends = (0..<2).map { _ in
                Point(
                    x: .random(in: -size.width...2 * size.width, using: &random),
                    y: .random(in: -size.height...2 * size.height, using: &random))
            }
            let crossed = geometry.nodes(from: ends[0], to: ends[1]).map { Int($0.number) }
            try #require(crossed == naive.crossed(by: ends).removingRepeats)
            try #require(
                geometry.nodes(from: ends[1], to: ends[0]).map { Int($0.number) } == crossed.reversed())
        }
    }

    /// However often a pointer says where it is, a straight line crosses the same nodes.
    @Test(arguments: Grid.sides)
    func doesNotDependOnTheNumberOfSamples(side: Int) throws {
        let pad = try Pad(side: side)
        let geometry = try #require(pad.geometry)
        var random = SeededRandom(seed: UInt64(side))
        for _ in 0..<300 {
            let ends = (0..<2).map { _ in
                Point(x: .random(in: 0...360, using: &random), y: .random(in: 0...500, using: &random))
            }
            let points = Route.sampled(ends, samples: Int.random(in: 2...40, using: &random))
            let pieces = zip(points, points.dropFirst()).flatMap {
                geometry.nodes(from: $0, to: $1).map { $0 }
            }
            try #require(pieces.removingRepeats == geometry.nodes(from: ends[0], to: ends[1]).map { $0 })
        }
    }
}

extension Array where Element: Equatable {
    /// Each element once for each time that it follows another one.
    var removingRepeats: [Element] {
        reduce(into: []) { list, element in
            if list.last != element {
                list.append(element)
            }
        }
    }
}
