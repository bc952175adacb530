import PatternGrid
import TestSupport
import Testing

@testable import PatternStroke

/// What is to be shown.
struct SceneTests {
    @Test func beginsWithFreeNodes() throws {
        let scene = try Pad(side: 4).scene
        #expect(scene.hint == .draw)
        #expect(scene.nodes.map(\.node) == (1...16).map { Node($0) })
        #expect(
            scene.nodes.allSatisfy { $0.state == .free && $0.turn == nil && $0.reach == nil && !$0.hasFocus })
        #expect(scene.segments.isEmpty && scene.trail == nil)
    }

    @Test func lightsNodesUpAndDrawsLines() throws {
        let pad = try Pad()
        _ = pad.drag([try pad.center(1), try pad.center(3), try pad.place(3, right: 0.1, down: 0.45)])
        let scene = pad.scene
        #expect(scene.hint == .lift)
        #expect(
            scene.nodes.map(\.state) == [.visited, .visited, .current] + Array(repeating: .free, count: 6))
        #expect(scene.nodes.map(\.turn) == [1, 2, 3] + Array(repeating: nil, count: 6))
        #expect(scene.nodes.map(\.center) == (try (1...9).map { try pad.center($0) }))
        #expect(scene.nodeSize == pad.geometry?.nodeSize)
        let centers = try [1, 2, 3].map { try pad.center($0) }
        #expect(scene.segments.map(\.start) == [centers[0], centers[1]])
        #expect(scene.segments.map(\.end) == [centers[1], centers[2]])
        #expect(scene.trail?.start == centers[2])
        #expect(scene.trail?.end == (try pad.place(3, right: 0.1, down: 0.45)))
    }

    @Test func hasATrailOnlyWhileThePointerIsDown() throws {
        let pad = try Pad()
        _ = pad.drag([try pad.center(1), try pad.center(3), try pad.center(6)])
        #expect(pad.scene.trail != nil)
        pad.send(.up(.mouse, try pad.place(6, right: 0.5)))
        #expect(pad.scene.trail == nil)
        #expect(pad.scene.segments.count == 3)
    }

    @Test func tellsWhatToDo() throws {
        let pad = try Pad()
        pad.send(.down(.mouse, try pad.center(1)))
        #expect(pad.scene.hint == .lift)
        pad.send(.up(.mouse, try pad.center(1)))
        #expect(pad.scene.hint == .goOn)
        pad.send(.down(.mouse, try pad.place(1, right: 0.5)))
        #expect(pad.scene.hint == .goOn)
        pad.send(.up(.mouse, try pad.place(1, right: 0.5)))
        pad.type("36")
        pad.send(.finish)
        #expect(pad.scene.hint == .wait)
        pad.send(.resize(Surface(size: Size(width: 1, height: 1))))
        #expect(pad.scene.hint == .wait)
        pad.stroke.wipe()
        #expect(pad.scene.hint == .tooSmall)
    }

    @Test func showsAWrongPathInRed() throws {
        let pad = try Pad()
        pad.type("1236")
        pad.send(.finish)
        #expect(pad.scene.nodes.filter { $0.state == .visited }.count == 4)
        pad.send(.wrong)
        #expect(pad.scene.nodes.filter { $0.state == .wrong }.map(\.turn) == [1, 2, 3, 4])
        #expect(pad.scene.segments.count == 3)
    }

    @Test func showsTheFocus() throws {
        let pad = try Pad()
        pad.send(.focus(Node(5)))
        #expect(pad.scene.nodes.filter(\.hasFocus).map(\.node) == [Node(5)])
    }

    /// With the focus and the hint set apart, stealth looks the same whatever is drawn.
    @Test func showsNothingOfThePathInStealth() throws {
        let pad = try Pad(isStealthy: true, isChoosing: true)
        let blank = pad.scene
        func expectBlank(_ hint: Hint) {
            let scene = pad.scene
            #expect(scene.hint == hint)
            #expect(scene.nodes == blank.nodes)
            #expect(scene.segments.isEmpty && scene.trail == nil)
        }
        for point in [try pad.center(1), try pad.center(3), try pad.center(6)] {
            pad.send(point == (try pad.center(1)) ? .down(.mouse, point) : .move(.mouse, point))
            expectBlank(.lift)
        }
        #expect(pad.send(.up(.mouse, try pad.center(6))) == .expected([1, 2, 3, 6]))
        expectBlank(.wait)
        pad.send(.wrong)
        expectBlank(.wrong(.wrong))
        pad.type("12")
        expectBlank(.goOn)
        pad.send(.finish)
        expectBlank(.wrong(.tooShort))
        pad.send(.right)
        expectBlank(.right)
    }

    @Test func marksNothingUnlessAPatternIsChosen() throws {
        let pad = try Pad()
        pad.type("1")
        #expect(pad.scene.nodes.allSatisfy { $0.reach == nil })
    }

    @Test(arguments: [
        (3, [1], [3: [2], 7: [4], 9: [5]], "from a corner the three opposite are behind others"),
        (3, [5], [:], "from the middle every node is next"),
        (3, [2, 1], [7: [4], 9: [5]], "over a visited node one may jump"),
        (4, [1], [3: [2], 4: [2, 3], 9: [5], 11: [6], 13: [5, 9], 16: [6, 11]], "several on the way"),
        (4, [6, 1], [3: [2], 4: [2, 3], 9: [5], 13: [5, 9], 16: [11]], "some of them visited"),
    ])
    func marksWhatCanBeNext(side: Int, chosen: [Int], behind: [Int: [Int]], why: String) throws {
        let pad = try Pad(side: side, isChoosing: true)
        #expect(pad.scene.nodes.allSatisfy { $0.reach == nil }, "nothing is next to nothing")
        for node in chosen {
            pad.send(.visit(Node(UInt8(node))))
        }
        for mark in pad.scene.nodes {
            let number = Int(mark.node.number)
            let along = behind[number]?.map { Node(UInt8($0)) }
            let reach = along.map { Reach.takingAlong($0) } ?? .direct
            #expect(mark.reach == (chosen.contains(number) ? nil : reach), "\(why): \(number)")
        }
        pad.stroke.wipe()
        #expect(pad.scene.nodes.allSatisfy { $0.reach == nil })
    }

    /// What a mark says comes true: the node and what is taken along are what the next choice adds.
    @Test(arguments: Grid.sides)
    func marksWhatWillHappen(side: Int) throws {
        let pad = try Pad(side: side, isChoosing: true)
        var random = SeededRandom(seed: UInt64(side))
        for _ in 0..<200 {
            let before = pad.held
            let marks = pad.scene.nodes
            let mark = try #require(marks.randomElement(using: &random))
            pad.send(.visit(mark.node))
            let added = pad.held.dropFirst(before.count).map { Node(UInt8($0)) }
            switch mark.reach {
            case nil: try #require(before.isEmpty ? added == [mark.node] : added.isEmpty)
            case .direct: try #require(added == [mark.node])
            case .takingAlong(let along): try #require(added == along + [mark.node] && !along.isEmpty)
            }
            if pad.held.count > side * side / 2 {
                pad.stroke.wipe()
            }
        }
    }
}
