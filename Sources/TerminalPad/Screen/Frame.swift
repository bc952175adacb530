/// A screenful of text, as it is put on a terminal.
package struct Frame: Equatable, Sendable {
    /// How a character is shown.
    package enum Style: Equatable, Sendable {
        case plain, bold, faint, line, node, right, wrong
    }

    /// A character, with what combines with it; empty behind one that is two columns wide.
    struct Cell: Equatable {
        var text = " "
        var style = Style.plain
    }

    /// Characters next to each other in one style.
    struct Run: Equatable {
        let row: Int
        let column: Int
        let text: String
        let style: Style
    }

    /// How many lines.
    let rows: Int
    /// How many columns.
    let columns: Int
    private var cells: [Cell]
    /// Where the terminal's cursor stands, for screen readers and magnifiers that follow it.
    var cursor: MouseReport.Place?

    /// An empty screen.
    package init(rows: Int, columns: Int) {
        self.rows = max(rows, 0)
        self.columns = max(columns, 0)
        cells = Array(repeating: Cell(), count: self.rows * self.columns)
    }

    /// Puts a character; outside the screen it is cut off.
    mutating func put(_ text: String, row: Int, column: Int, style: Style) {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
        cells[row * columns + column] = Cell(text: text, style: style)
    }

    /// Puts a line of text.
    mutating func put(_ line: TextLine, row: Int, column: Int, style: Style) {
        var column = column
        for (text, width) in line.characters {
            guard column + width <= columns else { return }
            put(text, row: row, column: column, style: style)
            if width == 2 { put("", row: row, column: column + 1, style: style) }
            column += width
        }
    }

    /// The text of the lines, without blanks at their ends.
    package var lines: [String] {
        (0..<rows).map { row in
            cells[(row * columns)..<((row + 1) * columns)].map { $0.text }.joined()
                .without(trailing: [UInt8(ascii: " ")])
        }
    }

    /// How a place is shown.
    package func style(row: Int, column: Int) -> Style {
        cells[row * columns + column].style
    }

    /// What there is to write: everything but plain blanks.
    var runs: [Run] {
        var runs: [Run] = []
        for row in 0..<rows {
            var column = 0
            while column < columns {
                let start = column
                let style = cells[row * columns + start].style
                var text = ""
                while column < columns, cells[row * columns + column].style == style {
                    text += cells[row * columns + column].text
                    column += 1
                }
                // A last cell that is written would scroll some terminals; ncurses knows which.
                if text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) {
                    runs.append(Run(row: row, column: start, text: text, style: style))
                }
            }
        }
        return runs
    }
}
