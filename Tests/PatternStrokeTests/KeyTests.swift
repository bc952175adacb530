import PatternGrid
import TestSupport
import Testing

@testable import PatternStroke

/// Node by node with keys.
struct KeyTests {
    @Test(arguments: [
        (Keypad.phone, "1236", "1-2-3-6"), (.numpad, "7896", "1-2-3-6"), (.letters, "qwED", "1-2-3-6"),
    ])
    func readsSymbolsOfItsKeypad(keypad: Keypad, text: String, path: String) throws {
        let pad = try Pad(keypad: keypad)
        pad.type(text)
        #expect(pad.path == path)
    }

    @Test(arguments: ["0", "q", " ", "-", "\u{7f}", "\u{0}"])
    func passesOverOtherBytes(text: String) throws {
        let pad = try Pad()
        pad.type(text)
        #expect(pad.phase == .idle)
    }

    @Test func readsNoDigitsWhereTheyCouldBeginNumbers() throws {
        let pad = try Pad(side: 4)
        pad.type("123456789")
        #expect(pad.phase == .idle)
    }

    /// Random lines of digits: what is typed at once and what is typed key by key is one pattern.
    @Test func makesThePatternThatTheLineMakes() throws {
        let pad = try Pad()
        var random = SeededRandom(seed: 1)
        for _ in 0..<500 {
            let digits = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: UInt8(ascii: "1")...UInt8(ascii: "9"), using: &random)
            }
            for digit in digits {
                pad.send(.symbol(digit))
            }
            let typed = try? Pattern(typed: digits.span, keypad: .phone, on: .phone)
            try #require(pad.send(.finish) == (typed.map { .finished($0) } ?? .tooShort))
            pad.stroke.wipe()
        }
    }

    @Test(arguments: [
        ("1", "", "the only one"), ("12", "1", "the last one"), ("13", "1", "what it took along goes too"),
        ("1391", "1-2-3", "a key that added nothing is no choice to take back"),
        ("193", "1-5-9", "6 and 3 go, 5 and 9 stay"),
    ])
    func takesTheLastChoiceBack(text: String, path: String, why: String) throws {
        let pad = try Pad()
        pad.type(text)
        #expect(pad.send(.erase) == .none)
        #expect(pad.path == path, "\(why)")
        #expect(pad.phase == (path.isEmpty ? .idle : .drawing))
        #expect(pad.isCleanBehind)
    }

    @Test func takesBackToTheStartAndNoFurther() throws {
        let pad = try Pad()
        pad.type("1973")
        for path in ["1-5-9-8-7", "1-5-9", "1", "", ""] {
            pad.send(.erase)
            #expect(pad.path == path)
        }
        #expect(pad.send(.finish) == .none, "nothing to report")
        pad.type("1236")
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    /// Random choices and erasures on all grids, beside a list that is cut.
    @Test(arguments: Grid.sides)
    func erasesAsAListDoes(side: Int) throws {
        let pad = try Pad(side: side)
        let rules = NaiveRules(side: side)
        var random = SeededRandom(seed: UInt64(side))
        var chosen: [Int] = []
        for _ in 0..<2_000 {
            if Int.random(in: 0..<3, using: &random) == 0 {
                pad.send(.erase)
                _ = chosen.popLast()
            } else {
                let node = Int.random(in: 1...(side * side), using: &random)
                pad.send(.visit(Node(UInt8(node))))
                if !rules.pattern(visiting: chosen).contains(node) {
                    chosen.append(node)
                }
            }
            try #require(pad.held == rules.pattern(visiting: chosen))
            try #require(pad.isCleanBehind)
        }
    }

    @Test func movesTheFocusAndStaysInside() throws {
        let pad = try Pad()
        #expect(pad.focus == nil)
        let moves: [(Stroke.Direction, UInt8)] = [
            (.right, 1), (.right, 2), (.down, 5), (.down, 8), (.down, 8), (.right, 9), (.right, 9), (.up, 6),
            (.left, 5), (.left, 4), (.left, 4), (.up, 1), (.up, 1),
        ]
        for (direction, node) in moves {
            #expect(pad.send(.cursor(direction)) == .none)
            #expect(pad.focus == Node(node))
        }
        #expect(pad.phase == .idle, "moving chooses nothing")
    }

    @Test func choosesWhatHasTheFocus() throws {
        let pad = try Pad(side: 4)
        #expect(pad.send(.select) == .none)
        #expect(pad.phase == .idle, "nobody saw a focus: it shows itself")
        #expect(pad.focus == Node(1))
        pad.send(.select)
        for direction in [Stroke.Direction.right, .right, .down] {
            pad.send(.cursor(direction))
        }
        pad.send(.select)
        pad.send(.focus(Node(16)))
        pad.send(.select)
        pad.send(.focus(Node(17)))
        #expect(pad.focus == Node(16), "no node of this grid")
        pad.send(.visit(Node(13)))
        #expect(pad.focus == Node(16), "does not follow what is chosen")
        #expect(pad.send(.finish) == .expected([1, 7, 16, 15, 14, 13], side: 4))
        #expect(pad.focus == nil, "does not tell where the pattern ended")
    }

    @Test func passesOverNodesThatTheGridLacks() throws {
        let pad = try Pad()
        for number: UInt8 in [0, 10, 255] {
            pad.send(.visit(Node(number)))
        }
        #expect(pad.phase == .idle)
        #expect(pad.held.isEmpty)
    }

    @Test func doesNothingWhileAPointerIsDown() throws {
        let pad = try Pad()
        pad.send(.focus(Node(9)))
        _ = pad.drag([try pad.center(1), try pad.center(2)])
        pad.type("5")
        for event in [Stroke.Event.visit(Node(6)), .select, .erase, .finish, .cursor(.up), .focus(Node(3))] {
            #expect(pad.send(event) == .none)
        }
        #expect(pad.path == "1-2")
        #expect(pad.focus == Node(9))
        #expect(pad.send(.cancel) == .cancelled)
        #expect(pad.phase == .idle)
    }

    @Test func worksWhereTheViewIsTooSmall() throws {
        let pad = try Pad()
        pad.send(.resize(Surface(size: Size(width: 5, height: 5))))
        #expect(pad.geometry == nil)
        #expect(pad.scene.hint == .tooSmall)
        #expect(pad.scene.nodes.isEmpty)
        pad.send(.down(.mouse, Point(x: 2.5, y: 2.5)))
        pad.send(.up(.mouse, Point(x: 1, y: 1)))
        pad.type("136")
        #expect(pad.scene.segments.isEmpty)
        #expect(pad.send(.finish) == .expected([1, 2, 3, 6]))
    }

    @Test func givesUp() throws {
        let pad = try Pad()
        #expect(pad.send(.cancel) == .cancelled, "also when nothing was drawn")
        pad.type("12369")
        #expect(pad.send(.cancel) == .cancelled)
        #expect(pad.send(.finish) == .none)
        #expect(pad.held.isEmpty && pad.isCleanBehind)
    }
}
