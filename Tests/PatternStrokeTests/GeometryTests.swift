import PatternGrid
import Testing

@testable import PatternStroke

/// Where the nodes lie.
struct GeometryTests {
    @Test(arguments: Grid.sides, [(300.0, 300.0), (360, 500), (2879.5, 1619.3), (20, 21)])
    func leavesEqualMargins(side: Int, size: (width: Double, height: Double)) throws {
        let grid = try Grid.sized(side)
        let surface = Surface(size: Size(width: size.width, height: size.height))
        let geometry = try #require(PadGeometry(grid: grid, surface: surface))
        let square = min(size.width, size.height)
        let (left, top) = ((size.width - square) / 2, (size.height - square) / 2)
        let diameter = geometry.nodeSize.width
        let margin = (square - Double(side) * diameter) / Double(side + 1)
        #expect(near(geometry.nodeSize.height, diameter))
        for node in 1...grid.nodeCount {
            let (column, row) = (Double((node - 1) % side), Double((node - 1) / side))
            let center = try #require(geometry.center(of: Node(UInt8(node))))
            #expect(near(center.x, left + margin + diameter / 2 + column * (margin + diameter)))
            #expect(near(center.y, top + margin + diameter / 2 + row * (margin + diameter)))
        }
        // The last margin, which nothing above is made of.
        let last = try #require(geometry.center(of: Node(UInt8(grid.nodeCount))))
        #expect(near(left + square - last.x - diameter / 2, margin))
        #expect(near(top + square - last.y - diameter / 2, margin))
    }

    @Test func isAsRoundAsItsUnitsAreSquare() throws {
        let surface = Surface(size: Size(width: 140, height: 35), aspect: 2)
        let geometry = try #require(PadGeometry(grid: .phone, surface: surface))
        // 35 rows are as tall as 70 columns are wide; 7 circles and margins of 10 by 5.
        #expect(geometry.nodeSize == Size(width: 10, height: 5))
        #expect(geometry.pitch == Size(width: 20, height: 10))
        #expect(geometry.center(of: Node(1)) == Point(x: 35 + 15, y: 7.5))
    }

    @Test(arguments: Grid.sides, [View.terminal, .corner, .odd])
    func putsNodesInTheMiddleOfCells(side: Int, view: View) throws {
        let grid = try Grid.sized(side)
        let (size, cell) = (view.surface.size, try #require(view.surface.cell))
        let geometry = try #require(PadGeometry(grid: grid, surface: view.surface))
        var cells: Set<[Double]> = []
        for node in 1...UInt8(grid.nodeCount) {
            let center = try #require(geometry.center(of: Node(node)))
            let (column, row) = (center.x / cell.width - 0.5, center.y / cell.height - 0.5)
            #expect(column == column.rounded() && row == row.rounded())
            #expect((0..<size.width).contains(center.x) && (0..<size.height).contains(center.y))
            cells.insert([column, row])
        }
        #expect(cells.count == grid.nodeCount, "a cell each")
        // In the middle to within a cell, and as square as cells allow.
        let last = try #require(geometry.center(of: Node(UInt8(grid.nodeCount))))
        let first = try #require(geometry.center(of: Node(1)))
        #expect(abs(size.width - last.x - first.x) <= cell.width)
        #expect(abs(size.height - last.y - first.y) <= cell.height)
        #expect(abs(geometry.pitch.width - geometry.pitch.height * view.surface.aspect) <= cell.width / 2)
    }

    @Test(arguments: [
        (3, 10.5, true, "the least window for 3x3: a pitch of 3"),
        (3, 10.499, false, "a little less"),
        (6, 19.5, true, "the least for 6x6"),
        (6, 19.499, false, "a little less"),
    ])
    func needsThreeUnitsFromNodeToNode(side: Int, length: Double, isEnough: Bool, why: String) throws {
        let surface = Surface(size: Size(width: length, height: 900))
        #expect((PadGeometry(grid: try .sized(side), surface: surface) != nil) == isEnough, "\(why)")
        let upright = Surface(size: Size(width: 900, height: length))
        #expect((PadGeometry(grid: try .sized(side), surface: upright) != nil) == isEnough, "\(why)")
    }

    @Test func needsThreeUnitsInBothDirections() throws {
        let wide = Surface(size: Size(width: 900, height: 10), aspect: 2)
        #expect(
            PadGeometry(grid: .phone, surface: wide) == nil, "20 widths, and 2.9 heights, from node to node")
    }

    @Test(arguments: [
        (3, 7.0, 4.0, true, "the least terminal for 3x3"),
        (3, 6, 4, false, "a column less"),
        (3, 7, 3, false, "a row less"),
        (6, 13, 7, true, "the least for 6x6"),
        (6, 12, 7, false, "a column less"),
        (6, 13, 6, false, "a row less"),
    ])
    func needsACellFromNodeToNode(side: Int, columns: Double, rows: Double, isEnough: Bool, why: String)
        throws
    {
        let cell = Size(width: 1, height: 1)
        let surface = Surface(size: Size(width: columns, height: rows), aspect: 2, cell: cell)
        #expect((PadGeometry(grid: try .sized(side), surface: surface) != nil) == isEnough, "\(why)")
        // The same in dots of braille.
        let dots = Surface(
            size: Size(width: columns * 2, height: rows * 4), cell: Size(width: 2, height: 4))
        #expect((PadGeometry(grid: try .sized(side), surface: dots) != nil) == isEnough, "\(why)")
    }

    /// A view of every size up to some, so that none lies outside, overlaps or traps.
    @Test(arguments: Grid.sides)
    func laysOutOrRefusesEverySizeOfTerminal(side: Int) throws {
        let grid = try Grid.sized(side)
        for columns in 1...60 {
            for rows in 1...30 {
                let size = Size(width: Double(columns), height: Double(rows))
                let surface = Surface(size: size, aspect: 2, cell: Size(width: 1, height: 1))
                let geometry = PadGeometry(grid: grid, surface: surface)
                let isEnough = columns >= 2 * side + 1 && 2 * rows >= 2 * side + 1
                try #require((geometry != nil) == isEnough)
                guard let geometry else { continue }
                let first = try #require(geometry.center(of: Node(1)))
                let last = try #require(geometry.center(of: Node(UInt8(grid.nodeCount))))
                try #require(first.x >= 0.5 && first.y >= 0.5)
                try #require(last.x <= size.width - 0.5 && last.y <= size.height - 0.5)
            }
        }
    }

    /// Characters of any shape: their number across is rounded, yet never to more than there are.
    @Test(arguments: Grid.sides, [0.4, 1, 1.51, 1.83, 2.4, 5.3])
    func staysInsideWhateverTheShapeOfCells(side: Int, aspect: Double) throws {
        let grid = try Grid.sized(side)
        var count = 0
        for columns in 1...40 {
            for rows in 1...40 {
                let size = Size(width: Double(columns), height: Double(rows))
                let surface = Surface(size: size, aspect: aspect, cell: Size(width: 1, height: 1))
                guard let geometry = PadGeometry(grid: grid, surface: surface) else { continue }
                count += 1
                let first = try #require(geometry.center(of: Node(1)))
                let last = try #require(geometry.center(of: Node(UInt8(grid.nodeCount))))
                try #require(first.x >= 0.5 && last.x <= size.width - 0.5)
                try #require(first.y >= 0.5 && last.y <= size.height - 0.5)
            }
        }
        #expect(count > 0)
    }

    @Test func hasNoCenterForANodeThatTheGridLacks() throws {
        let geometry = try #require(PadGeometry(grid: .phone, surface: View.window.surface))
        #expect(geometry.center(of: Node(0)) == nil)
        #expect(geometry.center(of: Node(10)) == nil)
        #expect(geometry.center(of: Node(255)) == nil)
    }

    private func near(_ value: Double, _ other: Double) -> Bool { abs(value - other) < 1e-9 }
}
