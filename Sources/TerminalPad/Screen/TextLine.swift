/// A line of text that a terminal can show, and how wide it is there.
package struct TextLine: Equatable, Sendable {
    /// Tells how many columns a scalar takes, less than 0 for one that can't be shown: wcwidth(3).
    package typealias Width = (Unicode.Scalar) -> Int

    /// Each character with what combines with it, and its columns, 1 or 2.
    private(set) var characters: [(text: String, width: Int)] = []

    /// Makes a line of a text; what can't be shown, control characters above all, is a question mark.
    package init(_ text: String, width: Width = { _ in 1 }) {
        for scalar in text.unicodeScalars {
            let columns = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) ? -1 : width(scalar)
            if columns == 0, let last = characters.popLast() {
                characters.append((last.text + String(scalar: scalar), last.width))
            } else if columns == 1 || columns == 2 {
                characters.append((String(scalar: scalar), columns))
            } else {
                characters.append((scalar == "\t" || scalar == "\n" ? " " : "?", 1))
            }
        }
    }

    private init(_ characters: some Sequence<(text: String, width: Int)>) {
        self.characters = Array(characters)
    }

    /// How many columns it takes.
    package var width: Int { characters.reduce(0) { $0 + $1.width } }

    /// The text.
    package var text: String { characters.map { $0.text }.joined() }

    /// Broken between words, and within those that are too long, into at most so many lines of at
    /// most so many columns; three dots stand for what is left out.
    package func wrapped(columns: Int, lines limit: Int) -> [TextLine] {
        let dots = Array(repeating: (text: ".", width: 1), count: 3)
        guard columns >= 4, limit >= 1 else { return [] }
        var lines: [TextLine] = []
        var rest = TextLine(characters.drop { $0.text.equals(" ") })
        while !rest.characters.isEmpty {
            if rest.width <= columns {
                lines.append(rest)
                break
            }
            if lines.count == limit - 1 {
                let cut = rest.prefix(columns: columns - 3)
                lines.append(TextLine(rest.characters.prefix(cut) + dots))
                break
            }
            // One more than fits: a blank there ends a word.
            let fits = rest.prefix(columns: columns)
            let end = rest.characters.prefix(fits + 1).lastIndex { $0.text.equals(" ") }
            let head = rest.characters.prefix(end.map { $0 > 0 ? $0 : fits } ?? fits)
            lines.append(TextLine(head))
            rest = TextLine(rest.characters.dropFirst(head.count).drop { $0.text.equals(" ") })
        }
        return lines
    }

    /// How many characters fit into so many columns.
    private func prefix(columns: Int) -> Int {
        var taken = 0
        return characters.prefix {
            taken += $0.width
            return taken <= columns
        }.count
    }

    /// Tells whether two lines show the same.
    package static func == (left: TextLine, right: TextLine) -> Bool {
        left.characters.elementsEqual(right.characters) { $0.text.equals($1.text) && $0.width == $1.width }
    }
}
