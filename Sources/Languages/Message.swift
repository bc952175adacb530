/// A text that a person gets in their language and a program in English.
package struct Message: Sendable {
    private let text: StaticString
    private let values: [String]

    /// A text of ours, with `%1`, `%2` ... for the values.
    package init(_ text: StaticString, _ values: String...) {
        self.text = text
        self.values = values
    }

    /// A text that is the same in all languages: a name, or what is not ours to translate.
    package init(verbatim text: String) {
        self.text = "%1"
        values = [text]
    }

    /// As a person reads it.
    package var spoken: String { filled(Translation.find(text), values) }

    /// As a program or a log reads it.
    package var english: String { filled(text.withUTF8Buffer { unsafe Array($0) }, values) }
}
