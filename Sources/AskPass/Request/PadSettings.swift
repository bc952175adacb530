package import PatternGrid

/// What a pad needs of pattern.conf: the prompt that it sets, and its keypad.
///
/// PatternVault reads these files for the module and refuses one with a mistake. A pad only takes what it
/// understands: whether the file is right, the module has said.
package struct PadSettings: Equatable, Sendable {
    /// The prompt, nil for the default one.
    package private(set) var prompt: String?
    /// How typed symbols name nodes.
    package private(set) var keypad = Keypad.phone

    /// Reads the text of a settings file.
    package init(_ text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let setting = PadSettings.withoutComment(line)
            guard let equals = setting.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = PadSettings.unquoted(PadSettings.trimmed(setting[setting.index(after: equals)...]))
            switch PadSettings.trimmed(setting[..<equals]) {
            case "prompt": prompt = value
            case "keypad": keypad = Keypad.allCases.first { "\($0.name)" == value } ?? keypad
            default: break
            }
        }
    }

    /// The line before a `#` that begins it or follows a blank, outside double quotes.
    private static func withoutComment(_ line: Substring.UTF8View) -> Substring.UTF8View {
        var isQuoted = false
        var mayBegin = true
        for index in line.indices {
            let byte = line[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "#"), mayBegin, !isQuoted { return line[..<index] }
            mayBegin = isBlank(byte)
        }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var text = text
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(Substring(text))
    }

    /// A value in double quotes keeps its blanks.
    private static func unquoted(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        return String(value.dropFirst().dropLast())
    }
}
