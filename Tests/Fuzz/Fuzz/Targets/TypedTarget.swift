import PatternGrid
import PatternVault
import TestSupport

/// Typed lines on every grid and keypad: read as the naive reader reads them.
enum TypedTarget {
    static func run(_ feed: inout Feed) {
        let choice = feed.choice(3)
        let symbols = ["123456789", "789456123", "qweasdzxc"][choice]
        guard let grid = Grid(side: 3 + feed.choice(4)) else { return }
        let keypad = Keypad.allCases[choice]
        let typed = feed.rest()
        let naive = NaiveReader(side: grid.side, symbols: symbols).read(typed)
        do throws(TypedError) {
            let pattern = try Pattern(typed: typed.span, keypad: keypad, on: grid)
            claim(naive == .pattern(String(decoding: pattern.numbers, as: UTF8.self)), "\(naive)")
            claim(NaiveRules(side: grid.side).isLegal(pattern.nodes.map { Int($0.number) }), "it is legal")
            check(pattern)
        } catch {
            claim(naive == .no(error), "\(naive), not \(error)")
        }
        checkSecret(typed, keypad, grid, naive)
    }

    /// What is written is read again on every keypad.
    private static func check(_ pattern: Pattern) {
        for keypad in Keypad.allCases {
            let again = try? Pattern(typed: pattern.canonicalText.span, keypad: keypad, on: pattern.grid)
            claim(again == pattern, "the canonical text stands for the same pattern")
        }
    }

    /// The way to the hash says the same.
    private static func checkSecret(_ typed: [UInt8], _ keypad: Keypad, _ grid: Grid, _ naive: Reading) {
        do throws(SecretPattern.Failure) {
            let text = try SecretPattern.canonicalText(of: typed.span, keypad: keypad, grid: grid)
            let shown = String(decoding: text.span.array, as: UTF8.self)
            claim(naive == .pattern(String(shown.dropFirst(4))), "\(shown) is hashed")
            claim(shown.hasPrefix("\(grid.side)x\(grid.side):"), "the grid is hashed, too")
            claim(
                SecretPattern.nodeCount(ofCanonical: text) == shown.split(separator: "-").count,
                "nodes are counted")
        } catch {
            guard case .typed(let error) = error else { return claim(false, "there is memory") }
            claim(naive == .no(error), "\(naive), not \(error)")
        }
    }
}
