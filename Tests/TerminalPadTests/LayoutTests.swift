import PatternGrid
import PatternStroke
import Testing

@testable import TerminalPad

@Suite("Where things are on the screen")
struct LayoutTests {
    private func layout(_ rows: Int, _ columns: Int, side: Int, message: String? = nil) throws -> Layout {
        Layout(
            rows: rows, columns: columns, grid: try #require(Grid(side: side)),
            message: message.map { TextLine($0) }, prompt: TextLine("Draw your pattern"),
            help: TextLine("1-9, arrows and Space, Enter, Esc"))
    }

    @Test("Nothing overlaps or leaves the screen, whatever its size")
    func anySize() throws {
        for side in Grid.sides {
            for rows in 1...60 {
                for columns in [1, 2, 5, 12, 20, 40, 80, 300] {
                    let layout = try layout(
                        rows, columns, side: side, message: "Refused: it is one of the most common patterns.")
                    let header = layout.message.count + layout.prompt.count
                    #expect(layout.padTop == layout.top + header)
                    #expect(layout.top >= 0 && layout.padRows >= 0)
                    #expect(layout.status + 1 + layout.help.count <= rows)
                    for line in layout.message + layout.prompt + layout.help {
                        #expect(line.width <= columns)
                    }
                }
            }
        }
    }

    @Test(
        "There is room to draw on the smallest screens that count",
        arguments: [(10, 20, 3), (10, 20, 4), (10, 20, 5), (10, 20, 6), (24, 80, 6), (6, 20, 3)])
    func room(rows: Int, columns: Int, side: Int) throws {
        for glyphs in [Glyphs.braille, .ascii] {
            let layout = try layout(
                rows, columns, side: side, message: "Too common. Take another one, please.")
            let grid = try #require(Grid(side: side))
            #expect(PadGeometry(grid: grid, surface: layout.surface(glyphs)) != nil)
        }
    }

    @Test("A click on the character that shows a node hits it")
    func clicks() throws {
        for glyphs in [Glyphs.braille, .ascii] {
            let layout = try layout(24, 80, side: 3)
            let geometry = try #require(PadGeometry(grid: .phone, surface: layout.surface(glyphs)))
            for number in 1...9 {
                let node = Node(UInt8(number))
                let center = try #require(geometry.center(of: node))
                let place = MouseReport.Place(
                    column: Int(center.x) / glyphs.dots.across,
                    row: layout.padTop + Int(center.y) / glyphs.dots.down)
                #expect(geometry.node(at: layout.point(at: place, glyphs)) == node)
            }
        }
    }

    @Test(
        "Text is broken between words",
        arguments: [
            ("Draw your pattern", 20, 2, ["Draw your pattern"]),
            ("Draw your pattern", 10, 2, ["Draw your", "pattern"]),
            ("Draw your pattern", 9, 1, ["Draw y..."]),
            ("Draw your pattern", 10, 3, ["Draw your", "pattern"]),
            ("abcdefghijklm", 5, 3, ["abcde", "fghij", "klm"]),
            ("  x  ", 20, 2, ["x  "]),
            ("", 20, 2, []), ("x", 3, 2, []), ("x", 20, 0, []),
        ])
    func wrapping(text: String, columns: Int, lines: Int, expected: [String]) {
        #expect(TextLine(text).wrapped(columns: columns, lines: lines).map(\.text) == expected)
    }

    @Test("Control characters reach no terminal, and wide ones take two columns")
    func characters() {
        #expect(TextLine("a\u{1b}[31m\u{9b}\u{7f}\tb").text == "a?[31m?? b")
        let line = TextLine("木e\u{301}", width: { $0.value > 0x2e00 ? 2 : $0.value == 0x301 ? 0 : 1 })
        #expect(line.width == 3)
        #expect(line.text == "木e\u{301}")
        var frame = Frame(rows: 1, columns: 4)
        frame.put(line, row: 0, column: 1, style: .plain)
        #expect(frame.lines == [" 木e\u{301}"])
        frame.put(line, row: 0, column: 3, style: .plain)  // half of it would be outside
        #expect(frame.lines == [" 木e\u{301}"])
    }
}
