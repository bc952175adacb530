internal import PatternGrid
internal import PatternVault

/// A file of patterns that nobody may choose: one a line, `#` before a comment.
///
/// A line is what one types for it: digits of a phone's keypad, `1236` or `1-2-3-6`, or a grid and node
/// numbers, `4x4:1-2-3-7`. As with the built-in lists, it blocks the same shape on larger grids.
enum BlocklistFile {
    private static let limit = RootFile.Limit(bytes: 65_536, reason: "is longer than 65536 bytes")

    /// Reads it; only root can have written it.
    static func read(_ path: Path, owner: UInt32 = 0) throws(SettingsError) -> Blocklist {
        guard let file = try RootFile.read(path, limit: limit, owner: owner) else {
            throw SettingsError(file: path, "does not exist")
        }
        return try Blocklist(patterns(in: file.contents.span, path: path))
    }

    /// The patterns of such a file's bytes.
    static func patterns(in contents: Span<UInt8>, path: Path) throws(SettingsError) -> [Pattern] {
        var patterns: [Pattern] = []
        var lines = Pieces(of: contents, separator: UInt8(ascii: "\n"))
        var number = 0
        while let line = lines.next() {
            number += 1
            let end = line.firstIndex(of: UInt8(ascii: "#")) ?? line.count
            let text = line.extracting(0..<end).trimmed
            guard !text.isEmpty else { continue }
            do throws(TypedError) {
                patterns.append(
                    try Pattern(typed: text, keypad: .phone, on: Grid.prefix(of: text) ?? .phone))
            } catch {
                throw SettingsError(text, from: .line(number, of: path), error.name)
            }
        }
        return patterns
    }
}

extension Blocklist {
    /// The list that pattern.conf chooses.
    static func chosen(_ choice: BlocklistChoice, owner: UInt32 = 0) throws(SettingsError) -> Blocklist {
        switch choice {
        case .none: .none
        case .common: .common
        case .strict: .strict
        case .file(let path): try BlocklistFile.read(path, owner: owner)
        }
    }
}
