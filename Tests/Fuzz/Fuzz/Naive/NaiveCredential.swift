import PatternGrid
import PatternVault

/// A record once more, by text and expressions.
struct NaiveCredential {
    let fields: [Substring]

    init?(_ bytes: [UInt8]) {
        guard bytes.count <= 4096 else { return nil }
        // Each byte a character: Latin-1.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
            Substring.init)
        guard lines.count == 7, lines[0] == "pam_pattern credential 1", lines[6].isEmpty else { return nil }
        let keys = ["uid=", "name=", "grid=", "enrolled=", "hash="]
        guard zip(lines.dropFirst(), keys).allSatisfy({ $0.unicodeScalars.starts(with: $1.unicodeScalars) })
        else {
            return nil
        }
        fields = zip(lines.dropFirst(), keys).map {
            Substring($0.unicodeScalars.dropFirst($1.unicodeScalars.count))
        }
        let (name, grid) = (fields[1], fields[2])
        guard NaiveCredential.isNumber(fields[0]), UInt32(fields[0]) != nil else { return nil }
        guard NaiveCredential.isNumber(fields[3]), Int(fields[3]) != nil else { return nil }
        guard ["3x3", "4x4", "5x5", "6x6"].contains(grid), (1...256).contains(name.unicodeScalars.count)
        else {
            return nil
        }
        guard !name.unicodeScalars.contains(where: { $0.value <= 0x20 || $0 == ":" || $0 == "\u{7f}" }) else {
            return nil
        }
    }

    func isOf(_ credential: Credential) -> Bool {
        UInt32(fields[0]) == credential.uid && fields[2].first?.wholeNumberValue == credential.grid.side
            && Int(fields[3]) == credential.enrolled
            && fields[4].unicodeScalars.elementsEqual(
                credential.hash.bytes.map { Unicode.Scalar($0) })
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.unicodeScalars
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        return digits.count == 1 || digits.first != "0"
    }
}
