package import PatternGrid

/// Reading a typed line once more, with strings and expressions instead of bytes.
package struct NaiveReader {
    private let side: Int
    private let symbols: String

    /// Reads for a grid of so many nodes a side, by the symbols of nodes 1 to 9, in lower case.
    package init(side: Int, symbols: String) {
        self.side = side
        self.symbols = symbols
    }

    /// Reads a line whose bytes are taken for Latin-1.
    package func read(_ bytes: [UInt8]) -> Reading {
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

/// What reading a typed line gives, in a form to compare.
package enum Reading: Equatable, Sendable {
    /// The nodes of a pattern, `1-2-3-6`.
    case pattern(String)
    /// No pattern.
    case no(TypedError)
}
