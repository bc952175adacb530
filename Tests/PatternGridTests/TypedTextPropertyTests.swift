import PatternGrid
import TestSupport
import Testing

/// What must hold for any bytes whatever. Each test runs in a process of its own, which a trap ends.
struct TypedTextPropertyTests {
    /// Bytes that lead a reader far: symbols of all keypads, separators, parts of a grid's name.
    private static let telling = "0123456789 \t-,.qweasdzxcQ346x:".bytes

    @Test(arguments: Keypad.allCases)
    func takesNoLineOfOneOrTwoBytesForAPattern(keypad: Keypad) async {
        await #expect(processExitsWith: .success) { [name = "\(keypad.name)"] in
            let keypad = try #require(Keypad.allCases.first { "\($0.name)" == name })
            // A larger grid reads alike on every keypad; one keypad will do.
            for grid in keypad == .phone ? Grid.all : [.phone] {
                let one = (UInt8.min...UInt8.max).map { [$0] }
                let two = one.flatMap { first in (UInt8.min...UInt8.max).map { first + [$0] } }
                for typed in one + two {
                    let reading = Reading(typed, keypad, on: grid)
                    // Two bytes are two nodes at most, or with one between them three: never enough.
                    try #require(reading == .no(.tooShort) || reading == .no(.notAPattern))
                }
            }
        }
    }

    @Test(arguments: Grid.sides)
    func readsRandomLinesAsTheNaiveReaderDoes(side: Int) async {
        await #expect(processExitsWith: .success) { [side] in
            let grid = try Grid.sized(side)
            var random = SeededRandom(seed: UInt64(side))
            var patterns = 0
            for round in 0..<1_500 {
                let table = KeypadTests.tables[round % KeypadTests.tables.count]
                let typed = Self.line(round, for: table.symbols, on: grid, &random)
                let naive = NaiveReader(side: side, symbols: table.symbols.lowercased())
                let reading = Reading(typed, table.keypad, on: grid)
                try #require(reading == naive.read(typed), "\(typed)")
                if case .pattern = reading { patterns += 1 }
            }
            // The lines are worth something only when many of them are patterns and many are not.
            #expect((300...1_000).contains(patterns), "\(patterns)")
        }
    }

    @Test(arguments: Grid.sides)
    func isTotalUpTo64KiB(side: Int) async {
        await #expect(processExitsWith: .success) { [side] in
            let grid = try Grid.sized(side)
            let naive = NaiveRules(side: side)
            var random = SeededRandom(seed: UInt64(side) << 8)
            let any = [UInt8](UInt8.min...UInt8.max)
            let separated = "1 2 3 4 5 6 7 8 9 ".bytes
            for (alphabet, longest) in [(any, 65_536), (Self.telling, 65_536), (separated, 65_536)] {
                for length in [longest, longest - 1, Int.random(in: 3..<longest, using: &random)] {
                    let typed = random.bytes(length, of: alphabet)
                    for keypad in Keypad.allCases {
                        Self.check(typed, keypad, on: grid, naive)
                    }
                }
            }
        }
    }

    /// Reading what was written gives the same again, for every way of typing it.
    @Test(arguments: Grid.sides)
    func isIdempotent(side: Int) throws {
        let grid = try Grid.sized(side)
        var random = SeededRandom(seed: 42)
        for _ in 0..<300 {
            let visited = (0..<12).map { _ in
                Node(UInt8.random(in: 1...UInt8(grid.nodeCount), using: &random))
            }
            let pattern = Pattern(visiting: visited, on: grid)
            for keypad in Keypad.allCases {
                let again = try Pattern(typed: pattern.canonicalText.span, keypad: keypad, on: grid)
                try #require(again == pattern)
            }
        }
    }

    private static func check(_ typed: [UInt8], _ keypad: Keypad, on grid: Grid, _ naive: NaiveRules) {
        do throws(TypedError) {
            let pattern = try Pattern(typed: typed.span, keypad: keypad, on: grid)
            #expect(pattern.isLongEnough)
            #expect(naive.isLegal(pattern.plain))
        } catch {
            #expect(error != .empty)
        }
    }

    /// By turns: telling bytes, symbols or numbers that make a pattern, and such with one byte changed.
    private static func line(
        _ round: Int, for symbols: String, on grid: Grid, _ random: inout SeededRandom
    ) -> [UInt8] {
        let prefix = round % 5 == 0 ? "\(grid.side)x\(grid.side):" : ""
        let length = Int.random(in: 0...14, using: &random)
        if round % 3 == 0 {
            return prefix.bytes + random.bytes(length, of: telling)
        }
        var typed: [UInt8] = []
        if grid == .phone, prefix.isEmpty {
            typed = random.bytes(length, of: symbols.bytes + " -".bytes)
        } else {
            let numbers = (0..<length).map { _ in String(Int.random(in: 1...grid.nodeCount, using: &random)) }
            typed = prefix.bytes + numbers.joined(separator: round % 2 == 0 ? "-" : " , ").bytes
        }
        if round % 3 == 1, !typed.isEmpty {
            typed[Int.random(in: 0..<typed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return typed
    }
}
