/// A JSON value whose fields keep their order, for scripts that read what patternctl knows.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Int)
    /// Written with six decimals; below a million million.
    case decimal(Double)
    case string(String)
    case array([JSON])
    case object([Field])

    /// A name and its value.
    package struct Field: Equatable, Sendable {
        let name: String
        let value: JSON

        /// Names a value.
        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The text, on one line (RFC 8259).
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .decimal(let value): JSON.sixDecimals(value)
        case .string(let value): JSON.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let fields):
            "{" + fields.map { JSON.quoted($0.name) + ": " + $0.value.text }.joined(separator: ", ") + "}"
        }
    }

    /// A string, or null for nil.
    package static func optional(_ value: String?) -> JSON {
        value.map { .string($0) } ?? .null
    }

    /// Six decimals, rounded, halves away from zero. What is no number is null.
    private static func sixDecimals(_ value: Double) -> String {
        guard value.magnitude < 1e12 else { return "null" }
        let millionths = Int(value.magnitude * 1e6 + 0.5)
        let decimals = String(millionths % 1_000_000)
        return (value < 0 && millionths > 0 ? "-" : "") + String(millionths / 1_000_000) + "."
            + String(repeating: "0", count: 6 - decimals.count) + decimals
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
