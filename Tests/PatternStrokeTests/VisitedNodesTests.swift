import PatternGrid
import Testing

@testable import PatternStroke

/// The one place where a drawing is kept.
struct VisitedNodesTests {
    @Test(arguments: Grid.sides)
    func holdsEveryNodeAndOverwritesThem(side: Int) throws {
        let grid = try Grid.sized(side)
        var nodes = VisitedNodes(grid: grid)
        for _ in 0..<2 {
            for number in (1...UInt8(grid.nodeCount)).reversed() {
                nodes.visit(Node(number))
            }
            let (count, last) = (nodes.count, nodes.span.last)
            #expect(count == grid.nodeCount)
            #expect(last == Node(1))
            nodes.wipe()
            let (left, zeros) = (nodes.count, zeros(in: nodes.whole))
            #expect(left == 0)
            #expect(zeros == grid.nodeCount)
        }
    }

    @Test func overwritesWhatIsTakenBack() {
        var nodes = VisitedNodes(grid: .phone)
        nodes.visit(Node(1))
        nodes.visit(Node(9))
        nodes.removeLastVisit()
        let (count, zeros) = (nodes.count, zeros(in: nodes.whole))
        #expect(count == 1)
        #expect(zeros == 8)
    }

    @Test func takesBackNothingFromNothing() {
        var nodes = VisitedNodes(grid: .phone)
        nodes.removeLastVisit()
        let count = nodes.count
        #expect(count == 0)
    }

    @Test func forgetsWhatWasTakenAlongWhenWiped() {
        var nodes = VisitedNodes(grid: .phone)
        for number: UInt8 in [1, 2, 3] {
            nodes.visit(Node(number))
        }
        nodes.wipe()
        nodes.visit(Node(1))
        nodes.visit(Node(3))
        nodes.removeLastVisit()
        let count = nodes.count
        #expect(count == 1, "2 was visited itself only before")
    }

    @Test func knowsTurns() {
        var nodes = VisitedNodes(grid: .phone)
        nodes.visit(Node(1))
        nodes.visit(Node(9))
        let turns = [1, 5, 9, 2, 0].map { nodes.turn(of: Node($0)) }
        #expect(turns == [0, 1, 2, nil, nil])
    }

    private func zeros(in memory: Span<Node>) -> Int {
        memory.indices.filter { memory[$0] == Node(0) }.count
    }
}
