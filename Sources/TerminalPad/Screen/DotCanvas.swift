internal import PatternStroke

/// The pad in dots, 2 by 4 to a character, as braille has them.
struct DotCanvas {
    private let columns: Int
    private let rows: Int
    /// The dots of each character as braille counts them, U+2800 and these bits.
    private var dots: [UInt8]
    private var styles: [Frame.Style]

    /// Bits of the dots by row, then column (Unicode, Braille Patterns block).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        styles = Array(repeating: .plain, count: self.columns * self.rows)
    }

    /// Draws a straight line, so many dots wide.
    mutating func addLine(_ segment: Scene.Segment, width: Double, style: Frame.Style) {
        let (start, end) = (segment.start, segment.end)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let squaredLength = dx * dx + dy * dy
        forEachDot(
            from: Point(x: min(start.x, end.x) - width, y: min(start.y, end.y) - width),
            to: Point(x: max(start.x, end.x) + width, y: max(start.y, end.y) + width)
        ) { canvas, x, y in
            let along = (x - start.x) * dx + (y - start.y) * dy
            let share = squaredLength > 0 ? min(max(along / squaredLength, 0), 1) : 0
            let (awayX, awayY) = (x - start.x - share * dx, y - start.y - share * dy)
            guard awayX * awayX + awayY * awayY <= width * width / 4 else { return }
            canvas.set(x, y, style)
        }
    }

    /// Draws a disc, or a ring that leaves what is inside it empty.
    mutating func addDisc(at center: Point, radius: Double, hole: Double = 0, style: Frame.Style) {
        forEachDot(
            from: Point(x: center.x - radius, y: center.y - radius),
            to: Point(x: center.x + radius, y: center.y + radius)
        ) { canvas, x, y in
            let (awayX, awayY) = (x - center.x, y - center.y)
            let squared = awayX * awayX + awayY * awayY
            guard squared <= radius * radius else { return }
            if squared < hole * hole {
                canvas.clear(x, y, style)
            } else {
                canvas.set(x, y, style)
            }
        }
    }

    /// Puts the characters that have a dot.
    func put(on frame: inout Frame, top: Int) {
        for index in dots.indices where dots[index] != 0 {
            let scalar = Unicode.Scalar(0x2800 + UInt32(dots[index])) ?? " "
            frame.put(
                String(scalar: scalar), row: top + index / columns, column: index % columns,
                style: styles[index])
        }
    }

    private mutating func set(_ x: Double, _ y: Double, _ style: Frame.Style) {
        let (column, row) = (Int(x), Int(y))
        dots[row / 4 * columns + column / 2] |= DotCanvas.bits[row % 4][column % 2]
        styles[row / 4 * columns + column / 2] = style
    }

    private mutating func clear(_ x: Double, _ y: Double, _ style: Frame.Style) {
        let (column, row) = (Int(x), Int(y))
        dots[row / 4 * columns + column / 2] &= ~DotCanvas.bits[row % 4][column % 2]
        styles[row / 4 * columns + column / 2] = style
    }

    /// Goes through the middles of the dots within a rectangle and the canvas.
    private mutating func forEachDot(
        from start: Point, to end: Point, _ body: (inout DotCanvas, Double, Double) -> Void
    ) {
        let lastColumn = Int(min(end.x, Double(columns * 2 - 1)))
        let lastRow = Int(min(end.y, Double(rows * 4 - 1)))
        var row = Int(max(start.y, 0))
        while row <= lastRow, end.y >= 0 {
            var column = Int(max(start.x, 0))
            while column <= lastColumn, end.x >= 0 {
                body(&self, Double(column) + 0.5, Double(row) + 0.5)
                column += 1
            }
            row += 1
        }
    }
}
