import PatternGrid
import PatternStroke
import Testing

/// A view to draw in.
struct View: Codable, Sendable, CustomTestStringConvertible {
    /// What it stands for.
    let name: String
    private let width: Double
    private let height: Double
    private var aspect = 1.0
    private var cellWidth: Double?
    private var cellHeight = 1.0

    var testDescription: String { name }

    /// The view as a pad describes it.
    var surface: Surface {
        Surface(
            size: Size(width: width, height: height), aspect: aspect,
            cell: cellWidth.map { Size(width: $0, height: cellHeight) })
    }

    /// A window, taller than wide.
    static let window = View(name: "window", width: 360, height: 500)
    /// A large one, wider than tall, with sides that no N divides.
    static let screen = View(name: "screen", width: 2879.5, height: 1619.3)
    /// The least window for a 6x6 grid, in whole pixels.
    static let stamp = View(name: "stamp", width: 20, height: 20)
    /// 80 by 24 characters, less a line.
    static let terminal = View(name: "80x23 characters", width: 80, height: 23, aspect: 2, cellWidth: 1)
    /// 20 by 10 characters, less two lines, in dots of braille.
    static let corner = View(name: "20x8 in dots", width: 40, height: 32, cellWidth: 2, cellHeight: 4)
    /// Characters that are not quite twice as tall as wide.
    static let odd = View(name: "57x31 odd characters", width: 57, height: 31, aspect: 1.83, cellWidth: 1)

    /// All of them.
    static let all = [window, screen, stamp, terminal, corner, odd]
}

extension Grid {
    /// The grid with this many nodes a side, which the test takes for granted.
    static func sized(_ side: Int) throws -> Grid {
        try #require(Grid(side: side))
    }
}
