/// Reads arguments and lines of pattern.conf, both of one grammar: `key=value` or `key`.
struct SettingsReader {
    /// What was read so far.
    private(set) var settings: Settings
    private var seen: [SettingKey] = []

    /// Goes on from what was set before.
    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Takes one setting.
    mutating func take(_ text: Span<UInt8>, from origin: SettingsError.Origin) throws(SettingsError) {
        let equals = text.firstIndex(of: UInt8(ascii: "="))
        let name = text.extracting(0..<(equals ?? text.count))
        guard let key = SettingKey(isArgument(origin) ? name : name.trimmed) else {
            throw SettingsError(text, from: origin, "no such setting")
        }
        guard key.scope != .fileOnly || !isArgument(origin) else {
            throw SettingsError(text, from: origin, "may stand in pattern.conf alone")
        }
        guard key.scope != .argumentOnly || isArgument(origin) else {
            throw SettingsError(text, from: origin, "may be an argument of the module alone")
        }
        guard !seen.contains(key) else { throw SettingsError(text, from: origin, "is set twice") }
        seen.append(key)
        do throws(Settings.Refusal) {
            guard let equals else {
                try settings.set(key, to: nil)
                return
            }
            let value = text.extracting((equals + 1)..<text.count)
            try settings.set(key, to: isArgument(origin) ? value : try SettingsReader.unquoted(value))
        } catch {
            throw SettingsError(text, from: origin, error.reason)
        }
    }

    /// Takes all lines of a file.
    mutating func take(file contents: Span<UInt8>, path: Path) throws(SettingsError) {
        var lines = Pieces(of: contents, separator: UInt8(ascii: "\n"))
        var number = 0
        while let line = lines.next() {
            number += 1
            let text = SettingsReader.withoutComment(line).trimmed
            if !text.isEmpty {
                guard text[text.count - 1] != UInt8(ascii: "\r") else {
                    throw SettingsError(
                        text, from: .line(number, of: path),
                        "ends with a carriage return; lines end with a line feed alone")
                }
                try take(text, from: .line(number, of: path))
            }
        }
    }

    private func isArgument(_ origin: SettingsError.Origin) -> Bool {
        origin == .argument
    }

    /// The line before a `#` that begins it or follows a blank, outside double quotes.
    @_lifetime(copy line)
    static func withoutComment(_ line: Span<UInt8>) -> Span<UInt8> {
        var isQuoted = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            let mayBegin = index == 0 || Span.isBlank(line[index - 1])
            if line[index] == UInt8(ascii: "#"), mayBegin, !isQuoted {
                return line.extracting(0..<index)
            }
        }
        return line
    }

    /// A value without the blanks around it, or with them inside double quotes.
    @_lifetime(copy value)
    private static func unquoted(_ value: Span<UInt8>) throws(Settings.Refusal) -> Span<UInt8> {
        let value = value.trimmed
        let quote = UInt8(ascii: "\"")
        guard let first = value.firstIndex(of: quote) else { return value }
        guard first == 0, value.count >= 2, value[value.count - 1] == quote else {
            throw Settings.Refusal(reason: "has quotes that are not around the whole value")
        }
        let inside = value.extracting(1..<(value.count - 1))
        guard !inside.contains(quote) else {
            throw Settings.Refusal(reason: "has a quote inside quotes")
        }
        return inside
    }
}
