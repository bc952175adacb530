/// An option of a program's command line, GNU style.
package struct CommandOption<Key: Sendable>: Sendable {
    /// What the program calls it.
    let key: Key
    /// The name behind `--`.
    let name: StaticString
    /// The letter behind a single `-`, an ASCII one.
    let letter: UInt8?
    /// Whether a value follows.
    let takesValue: Bool

    /// Describes an option, for programs' tables.
    package init(_ key: Key, _ name: StaticString, letter: UInt8? = nil, takesValue: Bool = false) {
        self.key = key
        self.name = name
        self.letter = letter
        self.takesValue = takesValue
    }
}

/// A command line that can't be understood, and why.
package struct UsageError: Error, Equatable, Sendable {
    /// What is wrong, `--grid: needs a value`, without the program's name.
    package let message: String

    /// Names what is wrong.
    package init(_ message: String) {
        self.message = message
    }
}
