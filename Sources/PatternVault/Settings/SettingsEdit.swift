// Not for the module and the checker, which never write settings.
#if !hasFeature(Embedded)
    /// Changing one setting in the text of pattern.conf; every other line stays as it is.
    package enum SettingsEdit {
        /// The text with a number for a setting, `cost=8`.
        ///
        /// A line that sets it keeps its place, its blanks and its comment. Without one, the new line
        /// comes behind the last comment that shows the setting (`# cost = 7`), or at the end.
        package static func set(_ key: SettingKey, to number: Int, in text: [UInt8]) -> [UInt8] {
            var lines = text.split(separator: newline, omittingEmptySubsequences: false).map { Array($0) }
            let digits = Array(String(number).utf8)
            for (index, line) in lines.enumerated() {
                if let value = value(of: key, in: line.span) {
                    lines[index].replaceSubrange(value, with: digits)
                    return join(lines)
                }
            }
            let shown = lines.lastIndex { shows(key, $0.span) }
            // Text that ends its last line has an empty piece behind it.
            let end = lines.last == [] ? lines.count - 1 : lines.count
            let place = shown.map { $0 + 1 } ?? end
            lines.insert(Line(key.name).bytes + [UInt8(ascii: "=")] + digits, at: place)
            if place == lines.count - 1 { lines.append([]) }
            return join(lines)
        }

        private static var newline: UInt8 { UInt8(ascii: "\n") }

        private static func join(_ lines: [[UInt8]]) -> [UInt8] {
            Array(lines.joined(separator: [newline]))
        }

        /// Where the value of a setting stands in a line that sets it; nil in any other line.
        private static func value(of key: SettingKey, in line: Span<UInt8>) -> Range<Int>? {
            let setting = SettingsReader.withoutComment(line)
            guard let equals = setting.firstIndex(of: UInt8(ascii: "=")),
                setting.extracting(0..<equals).trimmed.equals(key.name)
            else { return nil }
            var (start, end) = (equals + 1, setting.count)
            while start < end, Span.isBlank(setting[start]) { start += 1 }
            while end > start, Span.isBlank(setting[end - 1]) { end -= 1 }
            return start..<end
        }

        /// Tells whether a line is a comment that shows how a setting is written.
        private static func shows(_ key: SettingKey, _ line: Span<UInt8>) -> Bool {
            let line = line.trimmed
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), line[0] == UInt8(ascii: "#") else {
                return false
            }
            return line.extracting(1..<equals).trimmed.equals(key.name)
        }
    }
#endif
