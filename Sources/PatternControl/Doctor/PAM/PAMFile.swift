/// A file of /etc/pam.d or pam.conf as it is written: its lines, taken apart as libpam does it.
struct PAMFile {
    /// A line that says something, with the number it begins on.
    struct Line: Equatable {
        /// From 1.
        let number: Int
        /// Its words; brackets around one are gone, and blanks inside them are kept. A carriage return at the
        /// end is part of the last one, as to libpam, unless the line names our module.
        let words: [String]
        /// Whether it names our module, and had a carriage return at the end.
        var hasReturn = false
    }

    /// The lines in order.
    let lines: [Line]

    /// Reads a file's text: `#` begins a comment, a backslash at the end goes on with the next line.
    init(_ text: String) {
        var lines: [Line] = []
        var pending = String.UnicodeScalarView()
        var start = 0
        for (index, line) in text.lines.enumerated() {
            if pending.isEmpty { start = index + 1 }
            let raw = line.unicodeScalars
            let hash = raw.firstIndex(of: "#")
            var part = raw[..<(hash ?? raw.endIndex)]
            // A comment ends a line, whatever was before it; a line of comment inside is passed over.
            if hash != nil, part.allSatisfy(PAMFile.isBlank), !pending.isEmpty { continue }
            let goesOn = hash == nil && part.last == "\\"
            if goesOn { part.removeLast() }
            pending += part
            if goesOn {
                pending.append(" ")
                continue
            }
            if let line = PAMFile.line(of: pending, start) { lines.append(line) }
            pending.removeAll()
        }
        if let line = PAMFile.line(of: pending, start) { lines.append(line) }
        self.lines = lines
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func line(of text: String.UnicodeScalarView, _ number: Int) -> Line? {
        var words = words(text)
        guard let last = words.last else { return nil }
        guard last.unicodeScalars.last == "\r", words.contains(where: namesModule) else {
            return Line(number: number, words: words)
        }
        words.removeLast()
        if last != "\r" { words.append(String(last.unicodeScalars.dropLast())) }
        return Line(number: number, words: words, hasReturn: true)
    }

    private static func namesModule(_ word: String) -> Bool {
        ["pam_pattern.so", "pam_pattern.so\r"].contains(word.split(separator: "/").last)
    }

    /// Words with blanks between them; one that begins with `[` goes to the next `]` that has no backslash
    /// in front.
    private static func words(_ line: String.UnicodeScalarView) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop(while: isBlank)
            guard let first = rest.first else { return words }
            guard first == "[" else {
                let word = rest.prefix { !isBlank($0) }
                words.append(String(word))
                rest = rest[word.endIndex...]
                continue
            }
            rest = rest.dropFirst()
            var word = String.UnicodeScalarView()
            while let scalar = rest.popFirst(), scalar != "]" {
                if scalar == "\\", rest.first == "]" {
                    word.append("]")
                    rest = rest.dropFirst()
                } else {
                    word.append(scalar)
                }
            }
            words.append(String(word))
        }
    }
}
