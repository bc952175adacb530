/// A file of /etc/pam.d or pam.conf as it is written: its lines, taken apart as libpam does it.
struct PAMFile {
    /// A line that says something, with the number it begins on.
    struct Line: Equatable {
        /// From 1.
        let number: Int
        /// Its words; brackets around one are gone, and blanks inside them are kept.
        let words: [String]
    }

    /// The lines in order.
    let lines: [Line]

    /// Reads a file's text: `#` begins a comment, a backslash at the end goes on with the next line.
    init(_ text: String) {
        var lines: [Line] = []
        var pending = ""
        var start = 0
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if pending.isEmpty { start = index + 1 }
            let hash = raw.firstIndex(of: "#")
            var part = raw[..<(hash ?? raw.endIndex)]
            // A comment ends a line, whatever was before it; a line of comment inside is passed over.
            if hash != nil, part.allSatisfy(PAMFile.isBlank), !pending.isEmpty { continue }
            let goesOn = hash == nil && part.hasSuffix("\\")
            if goesOn { part = part.dropLast() }
            pending += part
            if goesOn {
                pending += " "
                continue
            }
            let words = PAMFile.words(pending)
            if !words.isEmpty { lines.append(Line(number: start, words: words)) }
            pending = ""
        }
        let words = PAMFile.words(pending)
        if !words.isEmpty { lines.append(Line(number: start, words: words)) }
        self.lines = lines
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Words with blanks between them; one that begins with `[` goes to the next `]` that has no backslash
    /// in front.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var rest = Substring(line)
        while true {
            rest = rest.drop(while: isBlank)
            guard let first = rest.first else { return words }
            guard first == "[" else {
                let word = rest.prefix { !isBlank($0) }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
                continue
            }
            rest = rest.dropFirst()
            var word = ""
            while let character = rest.popFirst(), character != "]" {
                if character == "\\", rest.first == "]" {
                    word += "]"
                    rest = rest.dropFirst()
                } else {
                    word.append(character)
                }
            }
            words.append(word)
        }
    }
}
