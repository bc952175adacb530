import PatternGrid
import Testing

/// Grids, their nodes and their names.
struct GridTests {
    @Test(arguments: [
        (Int.min, "the least number there is"), (-1, "negative"), (0, "no node at all"),
        (2, "one below the smallest"), (7, "one above the largest"),
        (Int.max, "the greatest number there is"),
    ])
    func hasNoOtherSide(side: Int, why: String) {
        #expect(Grid(side: side) == nil, "\(why)")
    }

    @Test(arguments: [(3, 9), (4, 16), (5, 25), (6, 36)])
    func countsItsNodes(side: Int, nodes: Int) throws {
        let grid = try Grid.sized(side)
        #expect(grid.side == side)
        #expect(grid.nodeCount == nodes)
    }

    @Test func isTheGridOfAPhoneWithThreeNodesASide() {
        #expect(Grid.phone == Grid(side: 3))
        #expect(Grid.sides == 3...6)
        #expect(Grid.maximumNodeCount == 36)
        #expect(Grid.minimumLength == 4)
    }

    @Test(arguments: Grid.sides)
    func numbersItsNodesRowByRowFromTheTopLeft(side: Int) throws {
        let grid = try Grid.sized(side)
        var number: UInt8 = 0
        for row in 0..<side {
            for column in 0..<side {
                number += 1
                let node = try #require(grid.node(row: row, column: column))
                #expect(node == Node(number))
                #expect(grid.row(of: node) == row)
                #expect(grid.column(of: node) == column)
            }
        }
    }

    @Test(arguments: Grid.sides)
    func containsItsNodesAlone(side: Int) throws {
        let grid = try Grid.sized(side)
        for number in UInt8.min...UInt8.max {
            #expect(grid.contains(Node(number)) == (1...side * side).contains(Int(number)))
        }
    }

    @Test(arguments: [
        (-1, 0, "above the top row"), (0, -1, "left of the first column"), (3, 0, "below the last row"),
        (0, 3, "right of the last column"), (Int.max, 0, "so far down that the number would overflow"),
        (0, Int.min, "as far left as there is"),
    ])
    func hasNoNodeOutside(row: Int, column: Int, why: String) {
        #expect(Grid.phone.node(row: row, column: column) == nil, "\(why)")
    }

    @Test(arguments: [("3x3", 3), ("4x4", 4), ("5x5", 5), ("6x6", 6)])
    func hasAName(name: String, side: Int) throws {
        #expect(Grid(named: name.bytes.span) == Grid(side: side))
        let written = try Grid.sized(side)
        #expect(Array(capacity: 3) { written.writeName(into: &$0) } == name.bytes)
    }

    @Test(arguments: [
        ("", "nothing"), ("3", "a side alone"), ("3x", "cut short"), ("3x33", "too long"),
        ("3x4", "no square"),
        ("2x2", "too small"), ("7x7", "too large"), ("0x0", "no node"), ("3X3", "a capital X"),
        ("3*3", "no x"),
        (" x ", "blanks"), ("xxx", "no digits"), ("\u{0}x\u{0}", "NUL, far below the digits"),
        ("~x~", "above the digits"),
    ])
    func hasNoOtherName(name: String, why: String) {
        #expect(Grid(named: name.bytes.span) == nil, "\(why)")
    }

    @Test(arguments: [
        ("3x3:", 3, "a prefix and nothing else"), ("4x4:1-2-3-4", 4, "the canonical form"),
        ("6x6: hello", 6, "whatever follows"),
    ])
    func isNamedInFrontOfACanonicalText(text: String, side: Int, why: String) {
        #expect(Grid.prefix(of: text.bytes.span) == Grid(side: side), "\(why)")
    }

    @Test(arguments: [
        ("", "nothing"), ("3x3", "no colon"), ("3x3;", "another mark"), (" 3x3:", "a blank in front"),
        ("7x7:1-2-3-4", "no such grid"), ("3x4:1-2-3-4", "no square"), ("1236", "typed symbols"),
    ])
    func isNotNamedInFrontOfOtherText(text: String, why: String) {
        #expect(Grid.prefix(of: text.bytes.span) == nil, "\(why)")
    }
}
