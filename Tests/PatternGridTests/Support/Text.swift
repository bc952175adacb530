import PatternGrid
import TestSupport
import Testing

extension String {
    /// The bytes that a terminal would send for this text.
    var bytes: [UInt8] { Array(utf8) }
}

extension Grid {
    /// The grid with this many nodes a side, which the test takes for granted.
    static func sized(_ side: Int) throws -> Grid {
        try #require(Grid(side: side))
    }

    /// All grids there are.
    static var all: [Grid] { sides.compactMap { Grid(side: $0) } }
}

extension Pattern {
    /// Makes the pattern of a drawing written as node numbers with dashes between them.
    init(visiting numbers: String, on grid: Grid) {
        self.init(visiting: numbers.split(separator: "-").compactMap { UInt8($0) }.map { Node($0) }, on: grid)
    }

    /// The nodes as text, `1-2-3`, made without the code under test.
    var text: String { nodes.map { String($0.number) }.joined(separator: "-") }
}

extension Reading {
    /// Reads a line.
    init(_ typed: [UInt8], _ keypad: Keypad, on grid: Grid) {
        do throws(TypedError) {
            self = .pattern(try Pattern(typed: typed.span, keypad: keypad, on: grid).text)
        } catch {
            self = .no(error)
        }
    }
}

extension Pattern {
    /// The nodes as plain numbers, for ``NaiveRules``.
    var plain: [Int] { nodes.map { Int($0.number) } }
}
