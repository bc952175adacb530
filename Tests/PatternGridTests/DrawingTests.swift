import PatternGrid
import TestSupport
import Testing

/// The rules that make a pattern from visited nodes.
struct DrawingTests {
    @Test(arguments: try Oracle.drawings())
    func agreesWithTheOracle(drawing: Oracle.Drawing) throws {
        let grid = try Grid.sized(drawing.side)
        #expect(Pattern(visiting: drawing.visited, on: grid).text == drawing.canonical)
    }

    @Test func readsAllRowsOfTheOracle() throws {
        #expect(try Oracle.drawings().count == 14 + 24)
    }

    @Test(arguments: Grid.sides)
    func agreesWithGeometryOnEveryStep(side: Int) throws {
        let grid = try Grid.sized(side)
        let naive = NaiveRules(side: side)
        for start in 1...grid.nodeCount {
            for end in 1...grid.nodeCount {
                let visited = [start, end]
                let pattern = Pattern(visiting: visited.map { Node(UInt8($0)) }, on: grid)
                #expect(pattern.plain == naive.pattern(visiting: visited))
            }
        }
    }

    /// Nodes that the grid lacks are among those visited, and nodes that it has come again.
    @Test(arguments: Grid.sides)
    func agreesWithGeometryOnRandomWalks(side: Int) throws {
        let grid = try Grid.sized(side)
        let naive = NaiveRules(side: side)
        var random = SeededRandom(seed: UInt64(side))
        for _ in 0..<1_000 {
            let visited = Self.walk(on: grid, &random)
            let pattern = Pattern(visiting: visited.map { Node(UInt8($0)) }, on: grid)
            try #require(pattern.plain == naive.pattern(visiting: visited))
            try #require(naive.isLegal(pattern.plain))
            try #require(Pattern(visiting: pattern.nodes, on: grid) == pattern, "not idempotent")
        }
    }

    @Test(arguments: [
        ("", "", "nothing was visited"),
        ("0", "", "no grid has a node 0"),
        ("10-255-36", "", "nodes of larger grids, and of none"),
        ("1-10-2", "1-2", "a node that the grid lacks does not end the line"),
        ("1-10-3", "1-2-3", "and the step goes on from the last node that was added"),
        ("2-1-3-6", "2-1-3-6", "a node in between that was visited is not visited again"),
        (
            "1-2-1-8", "1-2-5-8",
            "back to a node: the last added one stays the last, and 5 lies on the way from it"
        ),
        ("3-7-1-9", "3-5-7-4-1-9", "a step over a visited node to the far corner"),
    ])
    func passesOverWhatIsNoNewNode(visited: String, canonical: String, why: String) {
        #expect(Pattern(visiting: visited, on: .phone).text == canonical, "\(why)")
    }

    @Test(arguments: [("1-2-3", false), ("1-3-4", true), ("1-2-3-6", true), ("", false)])
    func isLongEnoughFromFourNodesAfterFilling(visited: String, isLongEnough: Bool) {
        #expect(Pattern(visiting: visited, on: .phone).isLongEnough == isLongEnough)
    }

    @Test(arguments: Grid.sides)
    func holdsEveryNodeAtMost(side: Int) throws {
        let grid = try Grid.sized(side)
        let all = (1...UInt8(grid.nodeCount)).map { Node($0) }
        #expect(Pattern(visiting: all, on: grid).nodes == all)
        #expect(Pattern(visiting: all + all.reversed(), on: grid).nodes == all)
    }

    /// What does not fit is left out; nothing is written behind the end and nothing traps.
    @Test func fillsNoMoreThanThereIsRoomFor() async {
        await #expect(processExitsWith: .success) {
            let whole = Pattern(visiting: "1-9-3-7-6", on: .phone).nodes
            for capacity in 0...whole.count {
                let nodes = [Node](capacity: capacity) { nodes in
                    for number: UInt8 in [1, 9, 3, 7, 6] {
                        Grid.phone.visit(Node(number), in: &nodes)
                    }
                }
                #expect(nodes.count == capacity)
                #expect(nodes.first == whole.first || capacity == 0)
            }
        }
    }

    @Test func knowsItsLastNode() {
        let nodes = [Node(4), Node(7)]
        #expect(nodes.span.last == Node(7))
        #expect([Node]().span.last == nil)
    }

    private static func walk(on grid: Grid, _ random: inout SeededRandom) -> [Int] {
        let length = Int.random(in: 0...60, using: &random)
        return (0..<length).map { _ in Int.random(in: 0...(grid.nodeCount + 2), using: &random) }
    }
}
