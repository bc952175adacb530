import PatternGrid
import TestSupport
import Testing

/// Patterns drawn with text.
struct PictureTests {
    @Test func drawsLinesFromNodeToNode() {
        let lines = Picture.lines(of: Pattern(visiting: "1-2-3-6-9-8-7", on: .phone), style: .ascii)
        #expect(
            lines == [
                "1 ----- 2 ----- 3",
                "                |",
                "                |",
                "                |",
                ".       .       4",
                "                |",
                "                |",
                "                |",
                "7 ----- 6 ----- 5",
            ])
    }

    @Test func drawsSlantedLinesInTheirDirection() {
        let falling = Picture.lines(of: Pattern(visiting: "1-5", on: .phone), style: .ascii)
        #expect(falling.joined().contains("\\") && !falling.joined().contains("/"))
        let rising = Picture.lines(of: Pattern(visiting: "7-5", on: .phone), style: .ascii)
        #expect(rising.joined().contains("/") && !rising.joined().contains("\\"))
    }

    /// Every pattern of four nodes, and long ones on every grid.
    @Test func showsTheTurnAtEveryNode() async {
        await #expect(processExitsWith: .success) {
            var patterns: [Pattern] = []
            PatternSpace(grid: .phone).forEach(lengths: 4...4) { nodes in
                patterns.append(Pattern(visiting: (0..<nodes.count).map { nodes[$0] }, on: .phone))
            }
            var random = SeededRandom(seed: 3)
            for grid in Grid.all {
                let all = (1...UInt8(grid.nodeCount)).map { Node($0) }
                patterns.append(Pattern(visiting: [], on: grid))
                patterns.append(Pattern(visiting: all, on: grid))
                for _ in 0..<20 { patterns.append(Pattern(visiting: all.shuffled(using: &random), on: grid)) }
            }
            for pattern in patterns {
                Self.check(pattern, .ascii, unvisited: ".")
                Self.check(pattern, .braille, unvisited: "·")
            }
        }
    }

    private static func check(_ pattern: Pattern, _ style: Picture.Style, unvisited: Character) {
        let lines = Picture.lines(of: pattern, style: style)
        let grid = pattern.grid
        #expect(lines.count == (grid.side - 1) * 4 + 1)
        #expect(lines.allSatisfy { $0.last != " " }, "blanks at the end of a line")
        #expect(style == .braille || lines.joined().utf8.allSatisfy { (0x20...0x7e).contains($0) })
        for number in 1...UInt8(grid.nodeCount) {
            let node = Node(number)
            let line = lines[grid.row(of: node) * 4].dropFirst(grid.column(of: node) * 8)
            let turn = pattern.nodes.firstIndex(of: node).map { String($0 + 1) }
            #expect(line.hasPrefix(turn ?? String(unvisited)), "\(pattern.text)")
        }
    }
}
