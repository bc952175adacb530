// Text needs Unicode tables, which Embedded Swift lacks; the module writes prompts and reads none.
#if !hasFeature(Embedded)
    /// A prompt of the module that asks for a pattern, taken apart for a pad.
    package struct PatternPrompt: Equatable, Sendable {
        /// What went wrong before, `Wrong.`; nil when nothing did.
        package let message: String?
        /// What is asked for, `Pattern`.
        package let title: String
        /// The grid that it names, or a phone's.
        package let grid: Grid
        /// It names the grid itself: one of a phone goes without saying.
        package let namesGrid: Bool
        /// The keypad whose map it shows; nil when it shows none.
        package let keypad: Keypad?
        /// A password is an answer, too.
        package let takesPassword: Bool

        /// Reads a prompt; nil when it does not ask for a pattern.
        ///
        /// - Parameter custom: The prompt that pattern.conf sets.
        package init?(_ text: String, custom: String? = nil) {
            let (message, rest) = PatternPrompt.message(in: text)
            var grid: Grid?
            var keypad: Keypad?
            var title = PatternPrompt.trimmed(rest)
            if title.hasSuffix(")"), let start = title.lastIndex(of: "(") {
                let detail = title[title.index(after: start)...].dropLast()
                let bytes = Array(detail.utf8)
                grid = Grid(named: bytes.span)
                keypad = Keypad.allCases.first { "\($0.map)" == detail }
                title = PatternPrompt.trimmed(title[..<start])
            }
            guard title.hasPrefix("Pattern") || custom.map({ PatternPrompt.trimmed($0[...]) }) == title else {
                return nil
            }
            self.message = message
            self.title = String(title)
            self.grid = grid ?? .phone
            namesGrid = grid != nil
            self.keypad = keypad
            takesPassword = title.hasPrefix("Pattern or password")
        }

        /// What a prompt says about the answer before, and the prompt itself.
        package static func message(in text: String) -> (message: String?, rest: Substring) {
            for message in ["Wrong.", "Too short."] where text.hasPrefix(message + " ") {
                return (message, text.dropFirst(message.count + 1))
            }
            return (nil, text[...])
        }

        private static func trimmed(_ text: Substring) -> Substring {
            var text = text
            while let last = text.last, last == " " || last == ":" { text.removeLast() }
            return text
        }
    }
#endif
