// Text needs Unicode tables, which Embedded Swift lacks; the module draws nothing.
#if !hasFeature(Embedded)
    /// A pattern drawn with text: its lines, and at each node the turn in which it is visited.
    package enum Picture {
        /// What the lines are made of.
        package enum Style: Equatable, Sendable {
            /// Braille characters, 2 by 4 dots each, for UTF-8 terminals.
            case braille
            /// Plain ASCII.
            case ascii
        }

        /// Characters from node to node across, and lines down; 2:1, as characters are tall.
        private static let step = (columns: 8, rows: 4)
        /// Room for a two-digit turn at the last column.
        private static let margin = 2

        /// The lines of text, from the top, without trailing blanks.
        package static func lines(of pattern: Pattern, style: Style) -> [String] {
            let side = pattern.grid.side
            var canvas = Canvas(
                columns: (side - 1) * step.columns + margin, rows: (side - 1) * step.rows + 1, style: style)
            for (start, end) in zip(pattern.nodes, pattern.nodes.dropFirst()) {
                canvas.addLine(from: place(of: start, on: pattern.grid), to: place(of: end, on: pattern.grid))
            }
            for number in 1...pattern.grid.nodeCount {
                let node = Node(UInt8(number))
                let place = place(of: node, on: pattern.grid)
                let turn = pattern.nodes.firstIndex(of: node).map { String($0 + 1) }
                canvas.put(turn ?? (style == .braille ? "·" : "."), at: place)
            }
            return canvas.lines
        }

        private static func place(of node: Node, on grid: Grid) -> Canvas.Place {
            Canvas.Place(column: grid.column(of: node) * step.columns, row: grid.row(of: node) * step.rows)
        }
    }

    /// A field of characters, each with 2 by 4 dots or one text.
    struct Canvas {
        /// A character's place.
        struct Place: Equatable {
            let column: Int
            let row: Int
        }

        private let columns: Int
        private let style: Picture.Style
        /// The dots of each character as braille counts them, U+2800 and these bits.
        private var dots: [[UInt8]]
        private var texts: [[String?]]

        init(columns: Int, rows: Int, style: Picture.Style) {
            self.columns = columns
            self.style = style
            dots = Array(repeating: Array(repeating: 0, count: columns), count: rows)
            texts = Array(repeating: Array(repeating: nil, count: columns), count: rows)
        }

        /// Draws a straight line between the middles of two characters.
        mutating func addLine(from start: Place, to end: Place) {
            switch style {
            case .braille: addDots(from: start, to: end)
            case .ascii: addStrokes(from: start, to: end)
            }
        }

        /// Removes what was drawn at a place and beside it, so that a text stands out.
        private mutating func clear(around place: Place, width: Int) {
            for column in (place.column - 1)...(place.column + width) where (0..<columns).contains(column) {
                dots[place.row][column] = 0
                texts[place.row][column] = nil
            }
        }

        /// Puts a text, one character a column.
        mutating func put(_ text: String, at place: Place) {
            clear(around: place, width: text.count)
            for (offset, character) in text.enumerated() where place.column + offset < columns {
                texts[place.row][place.column + offset] = String(character)
            }
        }

        /// The text of each row without trailing blanks.
        var lines: [String] {
            zip(dots, texts).map { dots, texts in
                var line = ""
                for (bits, text) in zip(dots, texts) {
                    line += text ?? (bits == 0 ? " " : Canvas.braille(bits))
                }
                while line.last == " " { line.removeLast() }
                return line
            }
        }

        private static func braille(_ bits: UInt8) -> String {
            Unicode.Scalar(0x2800 + UInt32(bits)).map { String(Character($0)) } ?? " "
        }

        /// Bits of the dots by row, then column (Unicode, Braille Patterns block).
        private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

        private mutating func addDots(from start: Place, to end: Place) {
            let (x, y) = (start.column * 2, start.row * 4 + 1)
            let (dx, dy) = ((end.column - start.column) * 2, (end.row - start.row) * 4)
            let steps = max(abs(dx), abs(dy))
            for step in 0...steps {
                let column = x + Canvas.rounded(dx * step, over: steps)
                let row = y + Canvas.rounded(dy * step, over: steps)
                guard dots.indices.contains(row / 4), (0..<columns).contains(column / 2) else { continue }
                dots[row / 4][column / 2] |= Canvas.bits[row % 4][column % 2]
            }
        }

        private mutating func addStrokes(from start: Place, to end: Place) {
            let (dx, dy) = (end.column - start.column, end.row - start.row)
            let steps = max(abs(dx), abs(dy))
            let character =
                dy == 0 ? "-" : dx == 0 ? "|" : (dx > 0) == (dy > 0) ? "\\" : "/"
            for step in 0...steps {
                let row = start.row + Canvas.rounded(dy * step, over: steps)
                let column = start.column + Canvas.rounded(dx * step, over: steps)
                texts[row][column] = character
            }
        }

        /// A quotient rounded to the nearest integer, halves away from zero.
        private static func rounded(_ number: Int, over divisor: Int) -> Int {
            let half = number < 0 ? -divisor / 2 : divisor / 2
            return (number + half) / divisor
        }
    }
#endif
