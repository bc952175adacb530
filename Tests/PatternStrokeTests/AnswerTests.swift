import PatternGrid
import Testing

@testable import PatternStroke

/// Right, wrong, locked, and how long.
struct AnswerTests {
    private let pad: Pad

    init() throws {
        pad = try Pad()
    }

    /// Draws 1-2-3-6, which is reported.
    private func report() throws {
        let outcome = try pad.draw([pad.center(1), pad.center(3), pad.center(6)])
        try #require(outcome == .expected([1, 2, 3, 6]))
    }

    @Test func clearsAWrongPatternAfterExactlyTwoSeconds() throws {
        try report()
        pad.time += 345
        #expect(pad.send(.wrong) == .none)
        let start = pad.time
        #expect(pad.phase == .wrong(until: Moment(milliseconds: start + 2_000), .wrong))
        #expect(pad.nextTick == Moment(milliseconds: start + 2_000))
        pad.time = start + 1_999
        pad.send(.tick)
        #expect(pad.scene.hint == .wrong(.wrong))
        #expect(pad.path == "1-2-3-6")
        pad.time = start + 2_000
        pad.send(.tick)
        #expect(pad.phase == .idle)
        #expect(pad.scene.hint == .draw)
        #expect(pad.path.isEmpty)
        #expect(pad.held.isEmpty && pad.isCleanBehind)
        #expect(pad.nextTick == nil)
    }

    @Test func clearsWhatWasTooShortAfterExactlyTwoSeconds() throws {
        #expect(try pad.draw([pad.center(1), pad.center(3)]) == .tooShort)
        pad.time += 1_999
        pad.send(.tick)
        #expect(pad.scene.hint == .wrong(.tooShort))
        #expect(pad.path == "1-2-3")
        pad.time += 1
        pad.send(.tick)
        #expect(pad.phase == .idle && pad.held.isEmpty && pad.isCleanBehind)
    }

    @Test func isWrongFromTheStartWhereATryBeforeWas() {
        pad.send(.wrong)
        #expect(pad.scene.hint == .wrong(.wrong))
        #expect(pad.path.isEmpty)
        pad.time += 1_000
        pad.send(.wrong)
        pad.time += 1_999
        pad.send(.tick)
        #expect(pad.scene.hint == .wrong(.wrong), "two seconds from the last one")
    }

    @Test func drawsAnewWhileWrongIsShown() throws {
        try report()
        pad.send(.wrong)
        pad.time += 10
        pad.send(.down(.mouse, try pad.place(9, right: 0.5)))
        #expect(pad.path == "1-2-3-6", "nothing started yet")
        pad.send(.move(.mouse, try pad.center(9)))
        #expect(pad.phase == .drawing)
        #expect(pad.path == "9")
        pad.time += 5_000
        pad.send(.move(.mouse, try pad.center(7)))
        #expect(pad.path == "9-8-7", "the two seconds are over, which is nothing to a new drawing")
    }

    @Test(arguments: [Stroke.Event.symbol(UInt8(ascii: "5")), .visit(Node(5)), .select])
    func choosesAnewWhileWrongIsShown(event: Stroke.Event) throws {
        try report()
        pad.send(.wrong)
        pad.send(.focus(Node(5)))
        pad.send(event)
        #expect(pad.phase == .drawing)
        #expect(pad.path == "5")
    }

    @Test func isNotTouchedByWhatChoosesNothing() throws {
        try report()
        pad.send(.wrong)
        for event in [Stroke.Event.erase, .finish, .cursor(.up), .lost(.mouse), .resize(View.screen.surface)]
        {
            #expect(pad.send(event) == .none)
        }
        #expect(pad.path == "1-2-3-6")
        #expect(pad.send(.cancel) == .cancelled)
        #expect(pad.phase == .idle)
    }

    @Test func leavesANewDrawingAloneWhenWrongComesLate() throws {
        _ = pad.drag([try pad.center(1), try pad.center(3)])
        pad.send(.wrong)
        #expect(pad.phase == .drawing)
        #expect(pad.path == "1-2-3")
    }

    @Test func showsARightPatternUntilItIsWiped() throws {
        try report()
        pad.send(.right)
        #expect(pad.scene.hint == .right)
        #expect(pad.scene.nodes.filter { $0.state == .right }.count == 4)
        pad.time += 60_000
        pad.type("789")
        #expect(try pad.draw([pad.center(7), pad.center(9)]) == .none)
        pad.send(.wrong)
        #expect(pad.send(.cancel) == .cancelled)
        #expect(pad.phase == .right)
        #expect(pad.path == "1-2-3-6")
        #expect(pad.nextTick == nil)
        pad.stroke.wipe()
        #expect(pad.phase == .idle && pad.held.isEmpty && pad.isCleanBehind)
    }

    @Test func mayBeRightWithoutAReport() throws {
        _ = pad.drag([try pad.center(1), try pad.center(3)])
        pad.send(.right)
        #expect(pad.phase == .right)
        #expect(pad.path.isEmpty, "what is being drawn is not what was right")
        #expect(pad.send(.up(.mouse, try pad.center(9))) == .none)
    }

    @Test func locksForSeconds() throws {
        try report()
        pad.send(.lock(seconds: 3))
        let start = pad.time
        #expect(pad.held.isEmpty && pad.isCleanBehind)
        for (after, seconds, next) in [
            (0, 3, 1_000), (1, 3, 1_000), (999, 3, 1_000), (1_000, 2, 2_000), (1_999, 2, 2_000),
            (2_000, 1, 3_000), (2_999, 1, 3_000),
        ] as [(UInt64, Int, UInt64)] {
            pad.time = start + after
            pad.send(.tick)
            #expect(pad.scene.hint == .locked(seconds: seconds), "after \(after) ms")
            #expect(pad.nextTick == Moment(milliseconds: start + next), "after \(after) ms")
        }
        pad.time = start + 3_000
        pad.send(.tick)
        #expect(pad.phase == .idle)
    }

    @Test(arguments: [3_600, nil])
    func takesNoInputWhileLocked(seconds: Int?) throws {
        pad.send(.lock(seconds: seconds))
        let phase = pad.phase
        #expect(try pad.draw([pad.center(1), pad.center(3), pad.center(9)]) == .none)
        pad.type("1236")
        for event in [
            Stroke.Event.finish, .wrong, .select, .erase, .resize(View.screen.surface), .lost(.mouse),
        ] {
            #expect(pad.send(event) == .none)
            #expect(pad.phase == phase)
        }
        #expect(pad.send(.cancel) == .cancelled)
        pad.stroke.wipe()
        #expect(pad.phase == phase, "neither Esc nor wiping unlocks")
        #expect(pad.held.isEmpty)
        #expect(pad.focus == nil)
    }

    @Test func staysLockedWithoutEnd() {
        pad.send(.lock(seconds: nil))
        #expect(pad.nextTick == nil)
        pad.time = .max
        pad.send(.tick)
        #expect(pad.scene.hint == .locked(seconds: nil))
    }

    @Test(arguments: [0, -1, Int.min])
    func isUnlockedByNoSeconds(seconds: Int) {
        pad.send(.lock(seconds: nil))
        pad.send(.lock(seconds: seconds))
        #expect(pad.phase == .idle)
    }

    @Test func forgetsAPointerThatWasDownWhenItLocked() throws {
        _ = pad.drag([try pad.center(1), try pad.center(3)])
        pad.send(.lock(seconds: 1))
        pad.time += 1_000
        pad.send(.move(.mouse, try pad.center(9)))
        #expect(pad.phase == .idle, "the lock is over, and the drawing too")
        #expect(pad.send(.up(.mouse, try pad.center(7))) == .none)
    }

    @Test func letsNoTimeGoBack() throws {
        try report()
        pad.time = 10_000
        pad.send(.wrong)
        pad.time = 11_999
        pad.send(.tick)
        pad.time = 500
        pad.send(.wrong)
        #expect(pad.phase == .wrong(until: Moment(milliseconds: 13_999), .wrong))
    }

    @Test func holdsAtTheEndOfTime() {
        pad.time = .max - 1
        pad.send(.wrong)
        #expect(pad.phase == .wrong(until: Moment(milliseconds: .max), .wrong))
        pad.time = 0
        pad.send(.lock(seconds: .max))
        #expect(pad.phase == .locked(until: Moment(milliseconds: .max)))
        #expect(pad.scene.hint == .locked(seconds: 1))
    }

    @Test(arguments: [Int.max, 18_446_744_073_709_552])
    func locksForMoreMillisecondsThanThereAre(seconds: Int) {
        // The second one, a thousand times, is 384 with the carry lost.
        pad.send(.lock(seconds: seconds))
        #expect(pad.phase == .locked(until: Moment(milliseconds: .max)))
    }
}
