import PatternGrid
import PatternStroke
import Testing

@testable import AskPass

@Suite("The pad from its first picture to its result")
struct PadTests {
    private static let start = Moment(milliseconds: 1_000)
    private static let surface = Surface(size: Size(width: 280, height: 280))

    private func later(_ milliseconds: UInt64) -> Moment {
        Moment(milliseconds: PadTests.start.milliseconds + milliseconds)
    }

    private func pad(_ change: (inout PadOptions) -> Void = { _ in }) -> Pad {
        var options = PadOptions()
        change(&options)
        var pad = Pad(options, at: PadTests.start)
        _ = pad.handle(.resize(PadTests.surface), at: PadTests.start)
        return pad
    }

    /// Types digits, and Enter for a blank; what the last led to.
    private func type(_ text: String, on pad: inout Pad, at time: Moment = start) -> PadSession.Progress {
        var last = PadSession.Progress.going
        for byte in text.utf8 {
            last = pad.press(byte == UInt8(ascii: " ") ? .enter : .symbol(byte), at: time)
        }
        return last
    }

    /// Draws with the mouse from node to node; what the last led to.
    private func draw(
        _ nodes: [UInt8], on pad: inout Pad, at time: Moment = start, lifts: Bool = true
    ) -> PadSession.Progress {
        var place = Point(x: 0, y: 0)
        for (index, node) in nodes.enumerated() {
            place = pad.scene.nodes[Int(node) - 1].center
            _ = pad.handle(index == 0 ? .down(.mouse, place) : .move(.mouse, place), at: time)
        }
        return lifts ? pad.handle(.up(.mouse, place), at: time) : .going
    }

    private func result(_ nodes: [UInt8], on grid: Grid = .phone) -> PadSession.Progress {
        .finished(Pattern(visiting: nodes.map { Node($0) }, on: grid))
    }

    @Test("Drawn, with the nodes that it jumps over")
    func drawn() {
        var pad = pad()
        #expect(draw([1, 3, 9], on: &pad) == result([1, 2, 3, 6, 9]))
    }

    @Test("Digits and Enter")
    func digits() {
        var pad = pad()
        #expect(type("74168 ", on: &pad) == result([7, 4, 1, 6, 8]))
    }

    @Test("Enter takes the node that an arrow came to, and finishes else")
    func arrows() {
        var pad = pad()
        _ = type("159", on: &pad)
        for direction in [Stroke.Direction.up, .right, .right, .down, .down, .left] {
            _ = pad.press(.arrow(direction), at: PadTests.start)  // the first shows the focus, on node 1
        }
        #expect(pad.status.text == "Enter takes this dot.")
        #expect(pad.press(.enter, at: PadTests.start) == .going)
        #expect(pad.status.text == "Enter when done.")
        let canFinish = pad.canFinish
        #expect(canFinish)
        #expect(pad.press(.enter, at: PadTests.start) == result([1, 5, 9, 8]))
    }

    @Test("Space takes the node with the focus, Enter then finishes")
    func space() {
        var pad = pad()
        for direction in [Stroke.Direction.down, .down, .down, .right] {
            _ = pad.press(.arrow(direction), at: PadTests.start)
            _ = pad.press(.space, at: PadTests.start)
        }
        #expect(pad.press(.enter, at: PadTests.start) == result([1, 4, 7, 8]))
    }

    @Test("A screen reader's choice, and the button")
    func chosen() {
        var pad = pad()
        for node: UInt8 in [7, 4, 1, 6] { _ = pad.handle(.visit(Node(node)), at: PadTests.start) }
        #expect(pad.handle(.finish, at: PadTests.start) == result([7, 4, 1, 6]))
    }

    @Test("Cancelled at any time")
    func cancelled() {
        var pad = pad()
        #expect(draw([7, 4, 1, 6], on: &pad, lifts: false) == .going)
        #expect(pad.press(.cancel, at: PadTests.start) == .cancelled)
        #expect(pad.scene.segments == [])
    }

    @Test(
        "An interruption drops the drawing and reports nothing",
        arguments: [
            Stroke.Event.lost(.mouse), .resize(Surface(size: Size(width: 300, height: 300))),
        ])
    func interrupted(event: Stroke.Event) {
        var pad = pad()
        _ = draw([7, 4, 1, 6], on: &pad, lifts: false)
        #expect(pad.handle(event, at: PadTests.start) == .going)
        #expect(pad.scene.segments == [])
        #expect(pad.handle(.up(.mouse, Point(x: 10, y: 10)), at: PadTests.start) == .going)
    }

    @Test("A second finger changes nothing")
    func secondFinger() {
        var pad = pad()
        _ = draw([7, 4, 1, 6], on: &pad, lifts: false)
        let place = pad.scene.nodes[8].center
        #expect(pad.handle(.down(Pointer(2), place), at: PadTests.start) == .going)
        #expect(pad.handle(.up(Pointer(2), place), at: PadTests.start) == .going)
        #expect(
            pad.handle(.up(.mouse, pad.scene.nodes[5].center), at: PadTests.start) == result([7, 4, 1, 6]))
    }

    @Test("What was wrong before is red for two seconds, or until something is drawn")
    func message() {
        var pad = pad { $0.message = "Wrong." }
        #expect(pad.status == Status("Wrong.", .wrong))
        #expect(pad.nextTick == later(2_000))
        _ = pad.tick(at: later(1_999))
        #expect(pad.status == Status("Wrong.", .wrong))
        _ = pad.tick(at: later(2_000))
        #expect(pad.status == Status(""))
        var other = self.pad { $0.message = "Too short." }
        _ = draw([1, 2], on: &other, lifts: false)
        #expect(other.status == Status("Let go to finish."))
        #expect(draw([1, 2, 3, 6], on: &other) == result([1, 2, 3, 6]))
    }

    @Test("Too short is told, and is not what was told before")
    func tooShort() {
        var pad = pad { $0.message = "Wrong." }
        #expect(draw([1, 2], on: &pad) == .going)
        #expect(pad.status == Status("Too short: at least 4 dots.", .wrong))
        #expect(draw([7, 4, 1, 6], on: &pad) == result([7, 4, 1, 6]))
    }

    @Test("A new pattern is drawn twice; a mismatch keeps the first; the result is green for a moment")
    func enrolment() {
        var pad = pad { $0.confirms = true }
        #expect(pad.title == "Draw a new pattern")
        #expect(pad.status.text == "Join at least 4 dots.")
        #expect(draw([7, 4, 1], on: &pad) == .going)
        #expect(pad.title == "Draw a new pattern")
        #expect(draw([7, 4, 1, 6], on: &pad) == .going)
        #expect(pad.title == "Draw the same again")
        #expect(draw([7, 4, 1, 8], on: &pad) == .going)
        #expect(pad.status == Status("Not the same. Draw the first one again.", .wrong))
        #expect(draw([7, 4, 1, 6], on: &pad) == .going)
        #expect(pad.status == Status("The same. Done.", .right))
        #expect(pad.nextTick == later(400))
        #expect(pad.tick(at: later(399)) == .going)
        #expect(pad.tick(at: later(400)) == result([7, 4, 1, 6]))
    }

    @Test("Only the first of two is drawn with marks")
    func marks() {
        var pad = pad { $0.confirms = true }
        _ = draw([7], on: &pad, lifts: false)
        #expect(pad.scene.nodes.contains { $0.reach == .direct })
        _ = draw([4, 1, 6], on: &pad)
        _ = draw([7, 4, 1, 6], on: &pad)
        _ = draw([7], on: &pad, lifts: false)
        #expect(!pad.scene.nodes.contains { $0.reach != nil })
    }

    @Test("Wiping leaves nothing to see")
    func wiped() {
        var pad = pad()
        _ = draw([7, 4, 1, 6], on: &pad, lifts: false)
        pad.wipe()
        #expect(pad.scene.nodes.allSatisfy { $0.state == .free })
    }

    @Test("Titles")
    func titles() {
        #expect(pad { $0.prompt = "Pattern" }.title == "Draw your pattern")
        #expect(pad { $0.prompt = "Muster" }.title == "Muster")
    }

    @Test(
        "What a screen reader says",
        arguments: [
            (3, 1, "Dot 1, top left"), (3, 5, "Dot 5, centre"), (3, 6, "Dot 6, right"),
            (3, 7, "Dot 7, bottom left"), (4, 7, "Dot 7, row 2, column 3"),
            (6, 36, "Dot 36, row 6, column 6"),
        ] as [(Int, UInt8, String)])
    func names(side: Int, node: UInt8, name: String) throws {
        #expect(PadWords.name(of: Node(node), on: try #require(Grid(side: side))) == name)
    }

    @Test(
        "Keys",
        arguments: [
            (0xff1b, .cancel), (0xff0d, .enter), (0xff8d, .enter), (0x20, .space), (0xff80, .space),
            (0xff08, .backspace), (0xffff, .backspace), (0xff51, .arrow(.left)), (0xff52, .arrow(.up)),
            (0xff53, .arrow(.right)), (0xff54, .arrow(.down)), (0xff98, .arrow(.right)),
            (0x31, .symbol(0x31)),
            (0xffb1, .symbol(0x31)), (0xffb9, .symbol(0x39)), (0x71, .symbol(0x71)),
            (0xff09, nil), (0xffe1, nil), (0x1000031, nil), (0xffba, nil), (0, nil), (.max, nil),
        ] as [(UInt32, PadKey?)])
    func keys(keysym: UInt32, key: PadKey?) {
        #expect(PadKey(keysym: keysym) == key)
    }
}
