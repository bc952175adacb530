import PatternGrid
import PatternStroke
import Testing

/// What both pads have in common beyond a stroke; the rest is tested through them.
struct PadSessionTests {
    private static let surface = Surface(size: Size(width: 300, height: 300))

    private func at(_ milliseconds: UInt64) -> Moment { Moment(milliseconds: milliseconds) }

    /// The red of what was wrong before ends while somebody moves with the arrows: Enter still takes the node.
    @Test func timeGoingByDoesNotChangeWhatEnterMeans() {
        var session = PadSession(PadSession.Settings(), surface: PadSessionTests.surface)
        _ = session.handle(.wrong, at: at(0))
        _ = session.press(.arrow(.down), at: at(100))
        #expect(session.entersNode == true)
        #expect(session.tick(at: at(2_500)) == .going)
        #expect(session.press(.enter, at: at(2_600)) == .going)
        #expect(session.scene.nodes.first?.turn == 1)
        #expect(session.entersNode == false)
    }

    /// The keyboard begins in the middle, and goes where the arrows say.
    @Test func tellsWhereTheKeyboardIs() {
        var session = PadSession(PadSession.Settings(), surface: PadSessionTests.surface)
        #expect(session.focus == nil)
        _ = session.press(.arrow(.left), at: at(0))
        let first = session.focus
        #expect(first != nil)
        _ = session.press(.arrow(.down), at: at(1))
        #expect(session.focus != first)
    }

    /// A release or a move that comes after the result does not end its moment; a press and a key do.
    @Test(arguments: [
        (Stroke.Event.move(.mouse, Point(x: 5, y: 5)), false), (.up(.mouse, Point(x: 5, y: 5)), false),
        (.down(.mouse, Point(x: 5, y: 5)), true),
    ])
    func theResultIsShownForAMoment(event: Stroke.Event, ends: Bool) {
        var settings = PadSession.Settings()
        settings.confirms = true
        var session = PadSession(settings, surface: PadSessionTests.surface)
        for _ in 0..<2 {
            for byte in "7416".utf8 { _ = session.press(.symbol(byte), at: at(0)) }
            _ = session.press(.enter, at: at(0))
        }
        let result = PadSession.Progress.finished(
            Pattern(visiting: [7, 4, 1, 6].map { Node($0) }, on: .phone))
        #expect(session.scene.hint == .right)
        #expect(session.handle(event, at: at(10)) == (ends ? result : .going))
        #expect(session.tick(at: at(399)) == .going)
        #expect(session.tick(at: at(400)) == result)
        #expect(session.press(.symbol(UInt8(ascii: "1")), at: at(10)) == result)
        #expect(session.press(.cancel, at: at(10)) == .cancelled)
    }
}
