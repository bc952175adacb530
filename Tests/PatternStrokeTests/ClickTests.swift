import PatternGrid
import Testing

@testable import PatternStroke

/// Node by node with clicks.
struct ClickTests {
    private let pad: Pad

    init() throws {
        pad = try Pad()
    }

    @Test func putsAPatternTogether() throws {
        for (node, path) in [(1, "1"), (3, "1-2-3"), (9, "1-2-3-6-9"), (5, "1-2-3-6-9-5")] {
            try pad.click(node)
            #expect(pad.path == path)
            #expect(pad.phase == .drawing)
            #expect(pad.scene.trail == nil, "the pointer is up")
        }
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6, 9, 5]))
    }

    @Test(arguments: [([1], "1"), ([1, 9], "1-5-9"), ([4, 4, 4, 4], "4")])
    func tellsTooShort(nodes: [Int], path: String) throws {
        for node in nodes {
            try pad.click(node)
        }
        #expect(pad.path == path)
        #expect(pad.send(.finish) == .tooShort)
    }

    @Test func isStillAClickInsideTheCircle() throws {
        try pad.click(1)
        pad.send(.down(.mouse, try pad.place(2, right: 0.3)))
        pad.send(.move(.mouse, try pad.place(2, down: 0.3)))
        pad.send(.move(.mouse, try pad.place(2, right: -0.3)))
        #expect(pad.send(.up(.mouse, try pad.place(2, down: -0.3))) == .none)
        #expect(pad.path == "1-2")
    }

    @Test func startsAnewWhenAClickBecomesAStroke() throws {
        try pad.click(1)
        try pad.click(2)
        pad.send(.down(.mouse, try pad.center(9)))
        #expect(pad.path == "1-2-9", "a click so far")
        pad.send(.move(.mouse, try pad.place(9, right: -0.4)))
        #expect(pad.path == "9", "but not any more")
        pad.send(.move(.mouse, try pad.center(7)))
        pad.send(.move(.mouse, try pad.center(4)))
        #expect(pad.send(.up(.mouse, try pad.center(4))) == .expected([9, 8, 7, 4]))
    }

    @Test func startsAnewAtANodeThatWasClickedBefore() throws {
        try pad.click(1)
        try pad.click(2)
        pad.send(.down(.mouse, try pad.center(1)))
        pad.send(.move(.mouse, try pad.center(7)))
        #expect(pad.path == "1-4-7")
    }

    @Test func startsAnewWhenAStrokeComesFromOutside() throws {
        try pad.click(1)
        try pad.click(2)
        pad.send(.down(.mouse, try pad.place(9, right: 0.5)))
        #expect(pad.path == "1-2")
        pad.send(.move(.mouse, try pad.center(9)))
        #expect(pad.path == "9")
    }

    @Test func survivesAClickBesideTheNodes() throws {
        try pad.click(1)
        let beside = try pad.place(1, right: 0.5, down: 0.5)
        #expect(pad.send(.down(.mouse, beside)) == .none)
        #expect(pad.scene.trail == nil)
        #expect(pad.send(.up(.mouse, beside)) == .none)
        #expect(pad.path == "1")
    }

    @Test func mayComeFromSeveralFingersInTurn() throws {
        for (finger, node) in [(1, 1), (2, 2), (3, 3), (1, 6)] {
            let pointer = Pointer(UInt(finger))
            pad.send(.down(pointer, try pad.center(node)))
            pad.send(.up(pointer, try pad.center(node)))
        }
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    @Test func needsNoReleaseBeforeTheNextPress() throws {
        for node in [1, 2, 3, 6] {
            pad.send(.down(.mouse, try pad.center(node)))
        }
        pad.send(.down(.mouse, try pad.place(6, right: 0.5)))
        #expect(pad.path == "1-2-3-6")
        pad.send(.up(.mouse, try pad.place(6, right: 0.5)))
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    @Test func goesTogetherWithKeys() throws {
        try pad.click(1)
        pad.type("3")
        try pad.click(6)
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    @Test func isKeptWhenTheViewChanges() throws {
        try pad.click(1)
        #expect(pad.send(.resize(View.screen.surface)) == .none)
        try pad.click(3)
        try pad.click(6)
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    @Test func isDroppedWithThePointer() throws {
        try pad.click(1)
        pad.send(.down(.mouse, try pad.center(2)))
        #expect(pad.send(.resize(View.screen.surface)) == .dropped)
        #expect(pad.phase == .idle)
        try pad.click(1)
        pad.send(.down(.mouse, try pad.center(2)))
        #expect(pad.send(.lost(.mouse)) == .dropped)
        #expect(pad.send(.finish) == .none)
    }

    @Test func isNotFinishedWhileThePointerIsDown() throws {
        for node in [1, 2, 3, 6] {
            try pad.click(node)
        }
        pad.send(.down(.mouse, try pad.center(9)))
        #expect(pad.send(.finish) == .none)
        pad.send(.up(.mouse, try pad.center(9)))
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6, 9]))
    }
}
