import PatternGrid
import PatternStroke
import Testing

@testable import AskPass

@Suite("A scene in shapes and colours")
struct PaintingTests {
    private func pad(isStealthy: Bool = false, confirms: Bool = false) -> Pad {
        var options = PadOptions()
        options.isStealthy = isStealthy
        options.confirms = confirms
        var pad = Pad(options, at: Moment(milliseconds: 0))
        _ = pad.handle(
            .resize(Surface(size: Size(width: 280, height: 280))), at: Moment(milliseconds: 0))
        return pad
    }

    private func draw(_ nodes: [Int], on pad: inout Pad, at time: UInt64 = 0) {
        for (index, node) in nodes.enumerated() {
            let place = pad.scene.nodes[node - 1].center
            _ = pad.handle(
                index == 0 ? .down(.mouse, place) : .move(.mouse, place), at: Moment(milliseconds: time))
        }
    }

    private func shapes(_ pad: borrowing Pad) -> [Shape] { Painting.shapes(of: pad.scene, in: .light) }

    private func discs(_ shapes: [Shape], _ colour: Colour) -> Int {
        shapes.count { if case .disc(_, _, colour) = $0 { true } else { false } }
    }

    @Test("Idle: nine dots and nothing else")
    func idle() {
        let found = shapes(pad())
        #expect(found.count == 9)
        #expect(discs(found, Palette.light.dot) == 9)
    }

    @Test("Drawing: one line through nodes and on to the pointer, behind the dots, before the halos")
    func drawing() {
        var pad = pad()
        draw([7, 4, 1], on: &pad)
        let end = Point(x: 140, y: 30)
        _ = pad.handle(.move(.mouse, end), at: Moment(milliseconds: 0))
        let found = shapes(pad)
        let centers = [7, 4, 1].map { pad.scene.nodes[$0 - 1].center }
        #expect(found[3] == .line(centers + [end], width: 6.4, Palette.light.line))
        #expect(discs(Array(found.prefix(3)), Palette.light.halo) == 3)
        #expect(discs(found, Palette.light.line) == 3)
        #expect(discs(found, Palette.light.dot) == 6)
    }

    @Test("Too short: all of it red, for two seconds")
    func wrong() {
        var pad = pad()
        draw([7, 4], on: &pad)
        _ = pad.handle(.up(.mouse, pad.scene.nodes[3].center), at: Moment(milliseconds: 0))
        let found = shapes(pad)
        #expect(discs(found, Palette.light.wrong) == 9)
        #expect(discs(found, Palette.light.wrongHalo) == 2)
        #expect(found.contains { if case .line(_, _, Palette.light.wrong) = $0 { true } else { false } })
        _ = pad.tick(at: Moment(milliseconds: 2_000))
        #expect(discs(shapes(pad), Palette.light.dot) == 9)
    }

    @Test("Right: green")
    func right() {
        var pad = pad(confirms: true)
        for _ in 0..<2 {
            draw([7, 4, 1, 6], on: &pad)
            _ = pad.handle(.up(.mouse, pad.scene.nodes[5].center), at: Moment(milliseconds: 0))
        }
        #expect(discs(shapes(pad), Palette.light.right) == 4)
    }

    @Test("In stealth a drawing looks like none")
    func stealth() {
        var pad = pad(isStealthy: true)
        let idle = shapes(pad)
        draw([7, 4, 1, 6], on: &pad)
        #expect(shapes(pad) == idle)
    }

    @Test("The focus is a ring")
    func focus() {
        var pad = pad()
        _ = pad.press(.arrow(.down), at: Moment(milliseconds: 0))
        #expect(
            shapes(pad).contains(
                .ring(pad.scene.nodes[0].center, radius: 24, width: 2.5, Palette.light.text)))
    }

    @Test("While one is chosen, what can be reached next has a ring")
    func reach() {
        var pad = pad(confirms: true)
        draw([1], on: &pad)
        let rings = shapes(pad).filter {
            if case .ring(_, _, _, Palette.light.dot) = $0 { true } else { false }
        }
        #expect(rings.count == 5)
    }
}
