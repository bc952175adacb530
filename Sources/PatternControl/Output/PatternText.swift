internal import CLinux
internal import Languages
internal import PatternGrid

/// A pattern as a person reads it: its canonical text, its length, and a picture below.
enum PatternText {
    /// The lines.
    static func lines(of pattern: Pattern) -> [String] {
        [say("%1, %2 dots", String(bytes: pattern.canonicalText), "\(pattern.nodes.count)")]
            + Picture.lines(of: pattern, style: style).map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// What to say below a picture: its numbers are not those of the text, which name dots.
    static var caption: String { "  " + say("(numbers: the order in which it is drawn)") }

    /// Braille where the locale's character set has it.
    private static var style: Picture.Style {
        guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return .ascii }
        return unsafe String(cString: name) == "UTF-8" ? .braille : .ascii
    }
}
