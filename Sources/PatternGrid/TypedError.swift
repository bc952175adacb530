/// Why a typed line is no pattern. None of these is a try.
package enum TypedError: Error, Equatable, Sendable {
    /// Nothing was typed.
    case empty
    /// Something that names no nodes of the grid, a password for instance.
    case notAPattern
    /// Fewer nodes than ``Grid/minimumLength``, counted after filling.
    case tooShort

    /// The words that settings, JSON and log lines use.
    package var name: StaticString {
        switch self {
        case .empty: "empty"
        case .notAPattern: "not a pattern"
        case .tooShort: "too short"
        }
    }
}
