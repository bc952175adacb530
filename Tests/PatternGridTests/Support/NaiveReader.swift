import PatternGrid
import TestSupport

/// Reading a typed line once more, with strings and expressions instead of bytes.
struct NaiveReader {
    /// Nodes along one side.
    let side: Int
    /// The symbols of nodes 1 to 9, lower case.
    let symbols: String

    /// Reads a line whose bytes are taken for Latin-1.
    func read(_ bytes: [UInt8]) -> Reading {
        if bytes.isEmpty { return .no(.empty) }
        var text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        var isNumbers = side > 3
        if let named = text.prefixMatch(of: /([3-6])x\1:/) {
            guard named.1 == String(side) else { return .no(.notAPattern) }
            text.removeSubrange(named.range)
            isNumbers = true
        }
        let words = text.split { " \t-,.".contains($0) }.map(String.init)
        let visited = (isNumbers ? words : words.flatMap { $0.map(String.init) }).map {
            isNumbers ? number($0) : symbol($0)
        }
        if visited.isEmpty || visited.contains(nil) { return .no(.notAPattern) }
        let pattern = NaiveRules(side: side).pattern(visiting: visited.compactMap { $0 })
        if pattern.count < 4 { return .no(.tooShort) }
        return .pattern(pattern.map(String.init).joined(separator: "-"))
    }

    private func number(_ word: String) -> Int? {
        guard word.wholeMatch(of: /[1-9][0-9]?/) != nil, let number = Int(word) else { return nil }
        return number <= side * side ? number : nil
    }

    private func symbol(_ word: String) -> Int? {
        let place = symbols.firstIndex(of: Character(word.lowercased()))
        return place.map { symbols.distance(from: symbols.startIndex, to: $0) + 1 }
    }
}
