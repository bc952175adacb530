import PatternGrid
import Testing

/// Writing patterns: what is hashed, stored and shown.
struct CanonicalTextTests {
    @Test(arguments: [
        (3, "1-2-3-6-9", "3x3:1-2-3-6-9", "one digit a node"),
        (3, "1-3-9", "3x3:1-2-3-6-9", "as filled, not as visited"),
        (3, "5-1-9-2-8-3-7-6-4", "3x3:5-1-9-2-8-3-7-6-4", "all nodes of the smallest grid"),
        (4, "9-10-16-1", "4x4:9-10-16-11-6-1", "one and two digits"),
        (6, "36-35-30-20-19", "6x6:36-35-30-20-19", "tens"),
        (3, "", "3x3:", "no node: never hashed, but written all the same"),
    ])
    func isWrittenWithItsGridInFront(side: Int, visited: String, text: String, why: String) throws {
        let pattern = Pattern(visiting: visited, on: try Grid.sized(side))
        #expect(pattern.canonicalText == text.bytes, "\(why)")
        #expect(pattern.numbers == Array(text.bytes.dropFirst(4)), "\(why)")
    }

    @Test func isTheLongestWithEveryNodeOfTheLargestGrid() throws {
        let pattern = Pattern(visiting: (1...36).map { Node($0) }, on: try Grid.sized(6))
        #expect(pattern.canonicalText.count == Grid.maximumTextLength)
        #expect(pattern.canonicalText == ("6x6:" + pattern.text).bytes)
    }

    @Test func differsForTheSameNodesOnAnotherGrid() {
        let texts = Grid.all.map { Pattern(visiting: "1-2-3-6", on: $0).canonicalText }
        #expect(Set(texts).count == Grid.all.count)
    }

    /// A caller with too little room gets the beginning of the text, never a trap.
    @Test(arguments: [3, 6])
    func fillsNoMoreThanThereIsRoomFor(side: Int) async {
        await #expect(processExitsWith: .success) { [side] in
            let grid = try Grid.sized(side)
            let pattern = Pattern(visiting: (1...UInt8(grid.nodeCount)).map { Node($0) }, on: grid)
            let whole = pattern.canonicalText
            for capacity in 0...whole.count {
                let text = [UInt8](capacity: capacity) {
                    grid.writeCanonical(pattern.nodes.span, into: &$0)
                }
                #expect(text == Array(whole.prefix(capacity)))
            }
        }
    }

    /// Nor does reading into too little room.
    @Test func readsIntoNoMoreThanThereIsRoomFor() async {
        await #expect(processExitsWith: .success) {
            let typed = "3x3:1-9-3-7-6".bytes
            for capacity in 0...9 {
                let nodes = [Node](capacity: capacity) { nodes in
                    try? Grid.phone.read(typed.span, keypad: .phone, into: &nodes)
                }
                #expect(nodes.count == min(capacity, 6))
            }
        }
    }

    /// Node numbers that no grid has are written as something, without a trap.
    @Test func writesAnyNodeWhatever() async {
        await #expect(processExitsWith: .success) {
            let nodes = (UInt8.min...UInt8.max).map { Node($0) }
            let text = [UInt8](capacity: 4_096) { Grid.writeNumbers(nodes.span, into: &$0) }
            #expect(text.count > 256)
        }
    }

    @Test(arguments: [
        (TypedError.empty, "empty"), (.notAPattern, "not a pattern"), (.tooShort, "too short"),
    ])
    func isReportedInTheWordsOfTheInterface(error: TypedError, name: String) {
        #expect("\(error.name)" == name)
    }
}
