/// A line that tells how things stand.
package struct Status: Equatable, Sendable {
    /// How it is shown.
    package enum Tone: String, Equatable, Sendable, CaseIterable {
        case plain, right, wrong
    }

    /// The line.
    package let text: String
    /// How it is shown.
    package let tone: Tone

    /// Makes a line.
    package init(_ text: String, _ tone: Tone = .plain) {
        self.text = text
        self.tone = tone
    }
}
