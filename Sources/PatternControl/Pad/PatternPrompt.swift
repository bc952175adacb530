package import PatternGrid

/// A prompt of the module that asks for a pattern, taken apart for a pad.
package struct PatternPrompt: Equatable, Sendable {
    /// What went wrong before, `Wrong.`; nil when nothing did.
    package let message: String?
    /// What is asked for, `Pattern`.
    package let title: String
    /// The grid that it names.
    package let grid: Grid

    /// Reads a prompt; nil when it does not ask for a pattern, or also takes a password.
    ///
    /// - Parameter custom: The prompt that pattern.conf sets.
    package init?(_ text: String, custom: String? = nil) {
        var rest = Substring(text)
        var message: String?
        for reason in ["Wrong.", "Too short."] where rest.hasPrefix(reason + " ") {
            message = reason
            rest = rest.dropFirst(reason.utf8.count + 1)
        }
        var grid = Grid.phone
        var title = PatternPrompt.trimmed(rest)
        if title.hasSuffix(")"), let start = title.lastIndex(of: "(") {
            let detail = Array(title[title.index(after: start)...].dropLast().utf8)
            grid = Grid(named: detail.span) ?? .phone
            title = PatternPrompt.trimmed(title[..<start])
        }
        let isOurs = title.hasPrefix("Pattern") || custom.map { PatternPrompt.trimmed($0[...]) } == title
        guard isOurs, !title.hasPrefix("Pattern or password") else { return nil }
        self.message = message
        self.title = String(title)
        self.grid = grid
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let last = text.last, last == " " || last == ":" { text.removeLast() }
        return text
    }
}
