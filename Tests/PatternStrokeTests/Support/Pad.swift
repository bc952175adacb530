import PatternGrid
import Testing

@testable import PatternStroke

/// A pad without a screen: a stroke and a clock that the test sets.
final class Pad {
    /// What is tested.
    var stroke: Stroke
    /// The time of the next event, in milliseconds.
    var time: UInt64 = 1_000

    /// Opens a pad.
    init(
        side: Int = 3, view: View = .window, keypad: Keypad = .phone, isStealthy: Bool = false,
        isChoosing: Bool = false
    ) throws {
        stroke = Stroke(
            grid: try .sized(side), surface: view.surface, keypad: keypad, isStealthy: isStealthy,
            isChoosing: isChoosing)
    }

    /// Sends an event.
    @discardableResult
    func send(_ event: Stroke.Event) -> Stroke.Outcome {
        stroke.handle(event, at: Moment(milliseconds: time))
    }

    /// Presses at the first of some points and moves through the others.
    func drag(_ points: some Sequence<Point>, by pointer: Pointer = .mouse) -> [Stroke.Outcome] {
        points.enumerated().map {
            send($0.offset == 0 ? .down(pointer, $0.element) : .move(pointer, $0.element))
        }
    }

    /// Draws a line from press to release, and gives what the release led to.
    func draw(_ points: [Point], by pointer: Pointer = .mouse) throws -> Stroke.Outcome {
        #expect(drag(points, by: pointer).allSatisfy { $0 == .none }, "only an end ends a stroke")
        return send(.up(pointer, try #require(points.last)))
    }

    /// Presses and releases on a node.
    func click(_ node: Int) throws {
        #expect(send(.down(.mouse, try center(node))) == .none)
        #expect(send(.up(.mouse, try center(node))) == .none)
    }

    /// Types text, a symbol a byte.
    func type(_ text: String) {
        for byte in text.utf8 {
            #expect(send(.symbol(byte)) == .none)
        }
    }

    // What the stroke has, by copies: expectations can't look into what can't be copied.
    /// Its grid.
    var grid: Grid { stroke.grid }
    /// Where it is.
    var phase: Stroke.Phase { stroke.phase }
    /// What it shows.
    var scene: Scene { stroke.scene }
    /// Where its nodes lie.
    var geometry: PadGeometry? { stroke.geometry }
    /// What the keyboard would choose.
    var focus: Node? { stroke.focus }
    /// When something else will be shown.
    var nextTick: Moment? { stroke.nextTick }
    /// The pointer that is down.
    var contact: Contact? { stroke.contact }

    /// The nodes visited, from what is shown, `1-2-3`.
    var path: String {
        scene.nodes.filter { $0.turn != nil }
            .sorted { ($0.turn ?? 0) < ($1.turn ?? 0) }
            .map { Int($0.node.number) }.dashed
    }

    /// The nodes held, whether they are shown or not.
    var held: [Int] {
        var numbers: [Int] = []
        for index in stroke.visited.span.indices {
            numbers.append(Int(stroke.visited.span[index].number))
        }
        return numbers
    }

    /// Tells whether there is nothing in the memory behind the nodes held.
    var isCleanBehind: Bool {
        for index in stroke.visited.count..<grid.nodeCount where stroke.visited.whole[index] != Node(0) {
            return false
        }
        return true
    }

    /// A node's centre.
    func center(_ node: Int) throws -> Point {
        try #require(geometry?.center(of: Node(UInt8(node))))
    }

    /// A place beside a node's centre, in steps of the grid.
    func place(_ node: Int, right: Double = 0, down: Double = 0) throws -> Point {
        let center = try center(node)
        let pitch = try #require(geometry?.pitch)
        return Point(x: center.x + right * pitch.width, y: center.y + down * pitch.height)
    }
}

extension Stroke.Outcome {
    /// The outcome that a finished drawing of these nodes must have.
    static func expected(_ canonical: [Int], side: Int = 3) -> Stroke.Outcome {
        guard canonical.count >= 4, let grid = Grid(side: side) else { return .tooShort }
        return .finished(Pattern(visiting: canonical.map { Node(UInt8($0)) }, on: grid))
    }
}
