package import PatternGrid
package import PatternStroke

/// Which lines of the screen are for what.
package struct Layout: Equatable, Sendable {
    /// The lines above the pad: what went wrong before, what to do.
    package let message: [TextLine]
    package let prompt: [TextLine]
    /// The lines below it that say which keys there are.
    package let help: [TextLine]
    /// The first line.
    package let top: Int
    /// The pad's first line and its height.
    package let padTop: Int
    package let padRows: Int
    /// The screen.
    package let rows: Int
    package let columns: Int

    /// The line below the pad, where it is told how things stand.
    package var status: Int { padTop + padRows }

    /// Lays a screen out.
    ///
    /// The pad needs a row a node and one more, and likes twice as many. One line is for the status.
    /// A message is a reason, which half of is none: for it the pad shrinks, until the message goes.
    package init(
        rows: Int, columns: Int, grid: Grid, message: TextLine?, prompt: TextLine, help: TextLine
    ) {
        self.rows = rows
        self.columns = columns
        let width = columns > 24 ? columns - 2 : columns
        let comfortable = 2 * grid.side + 1
        let least = rows - 1 - (grid.side + 1)
        var room = rows - 1 - comfortable
        // One line is kept for the prompt.
        self.message = message?.wrapped(columns: width, lines: max(min(least - 1, 4), min(least, 1))) ?? []
        room -= self.message.count
        if room < 1 { room = min(least - self.message.count, 1) }
        self.prompt = prompt.wrapped(columns: width, lines: min(room, 2))
        room -= self.prompt.count
        self.help = room >= 5 ? help.wrapped(columns: width, lines: 2) : []
        let others = self.message.count + self.prompt.count + 1 + self.help.count
        // As large as a hand's way across it should be.
        padRows = max(min(rows - others, 8 * grid.side), 0)
        top = max((rows - others - padRows) / 2, 0)
        padTop = top + self.message.count + self.prompt.count
    }

    /// The pad as a surface to draw on, in characters or in braille's dots.
    package func surface(_ glyphs: Glyphs) -> Surface {
        let dots = glyphs.dots
        return Surface(
            size: Size(width: Double(columns * dots.across), height: Double(padRows * dots.down)),
            aspect: glyphs.aspect, cell: Size(width: Double(dots.across), height: Double(dots.down)))
    }

    /// The middle of a character, in the surface's units.
    package func point(at place: MouseReport.Place, _ glyphs: Glyphs) -> Point {
        let dots = glyphs.dots
        return Point(
            x: (Double(place.column) + 0.5) * Double(dots.across),
            y: (Double(place.row - padTop) + 0.5) * Double(dots.down))
    }

    /// The column at which a line stands in the middle.
    func column(of line: TextLine) -> Int { max((columns - line.width) / 2, 0) }
}

/// What a pad is made of.
package enum Glyphs: Equatable, Sendable {
    /// Braille characters, 2 by 4 dots each.
    case braille
    /// Plain ASCII.
    case ascii

    /// How many units a character has.
    var dots: (across: Int, down: Int) { self == .braille ? (2, 4) : (1, 1) }
    /// How many times as tall as wide a unit is.
    var aspect: Double { self == .braille ? 1 : 2 }
}
