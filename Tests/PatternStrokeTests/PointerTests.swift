import PatternGrid
import Testing

@testable import PatternStroke

/// Drawing with a pointer: what starts, continues and ends a stroke.
struct PointerTests {
    private let pad: Pad

    init() throws {
        pad = try Pad()
    }

    @Test func startsNothingOutsideOfEveryNode() throws {
        #expect(pad.send(.down(.mouse, try pad.place(1, right: 0.5))) == .none)
        #expect(pad.phase == .idle)
        #expect(pad.send(.up(.mouse, try pad.place(1, right: 0.5))) == .none)
        #expect(pad.phase == .idle)
    }

    @Test func startsWithALaterMoveOntoANode() throws {
        pad.send(.down(.mouse, try pad.place(1, right: -0.5, down: 0.1)))
        pad.send(.move(.mouse, try pad.place(1, right: -0.4, down: 0.1)))
        #expect(pad.phase == .idle)
        pad.send(.move(.mouse, try pad.center(1)))
        #expect(pad.phase == .drawing)
        #expect(pad.path == "1")
        pad.send(.move(.mouse, try pad.center(3)))
        pad.send(.move(.mouse, try pad.center(6)))
        #expect(pad.send(.up(.mouse, try pad.center(6))) == .expected([1, 2, 3, 6]))
    }

    @Test func takesEveryNodeThatAFastMoveCrosses() throws {
        pad.send(.down(.mouse, try pad.place(1, right: -0.6)))
        pad.send(.move(.mouse, try pad.place(3, right: 0.6)))
        #expect(pad.path == "1-2-3")
        pad.send(.move(.mouse, try pad.place(9, right: 0.6, down: 0.1)))
        #expect(pad.path == "1-2-3", "along the outside")
        pad.send(.move(.mouse, try pad.place(7, right: -0.6, down: 0.1)))
        #expect(pad.path == "1-2-3-6-9-8-7", "in the order of the line, 6 taken along from 3 to 9")
    }

    @Test func ignoresAPointerThatIsNotDown() throws {
        pad.send(.move(.mouse, try pad.center(1)))
        pad.send(.move(.mouse, try pad.center(3)))
        #expect(pad.send(.up(.mouse, try pad.center(9))) == .none)
        #expect(pad.send(.lost(.mouse)) == .none)
        #expect(pad.phase == .idle)
        #expect(pad.held.isEmpty)
    }

    @Test func ignoresASecondFinger() throws {
        let (first, second) = (Pointer(7), Pointer(8))
        _ = pad.drag([try pad.center(1), try pad.center(2)], by: first)
        _ = pad.drag([try pad.center(9), try pad.center(7)], by: second)
        #expect(pad.path == "1-2")
        #expect(pad.send(.up(second, try pad.center(4))) == .none)
        #expect(pad.send(.lost(second)) == .none)
        #expect(pad.path == "1-2")
        _ = pad.send(.move(first, try pad.center(3)))
        #expect(pad.send(.up(first, try pad.center(6))) == .expected([1, 2, 3, 6]))
    }

    @Test func hearsASecondFingerWhenTheFirstIsUp() throws {
        _ = pad.drag([try pad.place(1, right: 0.5)], by: Pointer(1))
        _ = pad.drag([try pad.center(4)], by: Pointer(2))
        #expect(pad.phase == .idle)
        pad.send(.up(Pointer(1), try pad.place(1, right: 0.5)))
        pad.send(.move(Pointer(2), try pad.center(5)))
        #expect(pad.phase == .idle, "it was pressed in vain")
        _ = pad.drag([try pad.center(4)], by: Pointer(2))
        #expect(pad.path == "4")
    }

    @Test func startsAnewWhenTheReleaseWasLost() throws {
        _ = pad.drag([try pad.center(1), try pad.center(3)])
        _ = pad.drag([try pad.center(9), try pad.center(7)])
        #expect(pad.path == "9-8-7")
        _ = pad.drag([try pad.place(5, right: 0.5)])
        #expect(pad.phase == .idle)
    }

    @Test func endsWhereThePointerIsLifted() throws {
        pad.send(.down(.mouse, try pad.center(1)))
        #expect(pad.send(.up(.mouse, try pad.center(9))) == .tooShort, "1, 5 and 9")
        #expect(pad.path == "1-5-9")
        pad.send(.down(.mouse, try pad.center(1)))
        pad.send(.move(.mouse, try pad.center(9)))
        #expect(pad.send(.up(.mouse, try pad.center(8))) == .expected([1, 5, 9, 8]))
    }

    @Test func tellsTooShortFromFilledToFour() throws {
        #expect(try pad.draw([pad.center(1), pad.center(3)]) == .tooShort)
        #expect(
            try pad.draw([pad.center(1), pad.center(3), pad.center(6)]) == .expected([1, 2, 3, 6]))
    }

    @Test func isTooShortWhenOneNodeWasLeft() throws {
        #expect(try pad.draw([pad.center(5), pad.place(5, right: 0.5)]) == .tooShort, "no click")
        #expect(try pad.draw([pad.center(5), pad.place(5, right: 0.5), pad.center(5)]) == .tooShort)
    }

    @Test func passesOverPlacesThatAreNone() throws {
        _ = pad.drag([
            try pad.center(1), Point(x: .nan, y: 0), Point(x: 0, y: -.infinity), Point(x: 1e300, y: 3),
        ])
        #expect(pad.path == "1")
        #expect(pad.scene.trail?.end == (try pad.center(1)), "where it last was")
        pad.send(.move(.mouse, try pad.center(3)))
        pad.send(.move(.mouse, try pad.center(6)))
        #expect(pad.send(.up(.mouse, Point(x: .nan, y: .nan))) == .expected([1, 2, 3, 6]))
    }

    @Test func mayBePressedNowhere() throws {
        _ = pad.drag([Point(x: .nan, y: .nan), try pad.place(1, right: -0.5), try pad.place(3, right: 0.5)])
        #expect(pad.path == "1-2-3", "a line only from the first place")
        pad.send(.cancel)
        _ = pad.drag([Point(x: .nan, y: .nan), try pad.center(3)])
        #expect(pad.path == "3")
    }

    @Test func takesNoInputFromReportToAnswer() throws {
        let pattern = try pad.draw([pad.center(1), pad.center(3), pad.center(9)])
        #expect(pattern == .expected([1, 2, 3, 6, 9]))
        #expect(pad.phase == .reported)
        #expect(try pad.draw([pad.center(7), pad.center(4), pad.center(5), pad.center(8)]) == .none)
        pad.type("1236")
        #expect(pad.send(.finish) == .none)
        #expect(pad.path == "1-2-3-6-9")
        #expect(pad.send(.resize(View.screen.surface)) == .none)
        #expect(pad.path == "1-2-3-6-9", "and stays to be seen")
        #expect(pad.send(.cancel) == .cancelled)
        #expect(pad.phase == .idle)
    }

    @Test func keepsDrawingWhenAResizeChangesNothing() throws {
        _ = pad.drag([try pad.center(1), try pad.center(3)])
        #expect(pad.send(.resize(View.window.surface)) == .none)
        #expect(pad.path == "1-2-3")
        #expect(pad.send(.resize(View.screen.surface)) == .dropped)
        #expect(pad.phase == .idle)
    }

    @Test func movesWithTheView() throws {
        #expect(pad.send(.resize(View.screen.surface)) == .none)
        #expect(
            try pad.draw([pad.center(1), pad.center(3), pad.center(9)])
                == .expected([1, 2, 3, 6, 9]))
    }
}
