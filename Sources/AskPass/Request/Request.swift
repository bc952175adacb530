package import PatternGrid

/// What is asked for, by the prompt, by ssh's hint beside it, or by an option.
package enum Request: Equatable, Sendable {
    /// A pattern, drawn.
    case pattern(PatternPrompt)
    /// A new pattern, drawn twice.
    case enrolment
    /// A line of text that nobody shall see, a password.
    case text(prompt: String, message: String?)
    /// Yes or no.
    case confirmation(String)
    /// To be read, and nothing else.
    case notice(String)

    /// What a prompt asks for.
    ///
    /// - Parameters:
    ///   - prompt: The prompt; without one a pattern is drawn.
    ///   - hint: The value of SSH_ASKPASS_PROMPT, see ssh(1).
    ///   - custom: The prompt that pattern.conf sets.
    package init(prompt: String?, hint: String? = nil, custom: String? = nil) {
        let text = Request.shown(prompt ?? "Pattern: ")
        switch hint {
        case "confirm": self = .confirmation(text)
        case "none": self = .notice(text)
        default:
            if let pattern = PatternPrompt(text, custom: custom) {
                self = .pattern(pattern)
            } else {
                let (message, rest) = PatternPrompt.message(in: text)
                self = .text(prompt: Request.trimmed(rest), message: message)
            }
        }
    }

    /// The most characters of a prompt that are shown.
    private static let longest = 1_000

    /// A text as it can be shown: no control characters, and an end.
    private static func shown(_ text: String) -> String {
        let plain = text.unicodeScalars.map { scalar in
            scalar == "\n" || scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value) ? scalar : " "
        }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: plain.prefix(longest))
        return String(shown)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
