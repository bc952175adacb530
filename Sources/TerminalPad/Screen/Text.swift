/// Text byte by byte: Embedded Swift comes without the tables for what Unicode holds equal, or for one
/// character.
extension String {
    /// A text of one scalar.
    init(scalar: Unicode.Scalar) {
        self.init()
        unicodeScalars.append(scalar)
    }

    /// Constant text.
    init(constant text: StaticString) {
        self = text.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Tells whether two texts are the same bytes.
    func equals(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Tells whether a text begins with these bytes.
    func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// The text without these ASCII characters at its end.
    func without(trailing bytes: [UInt8]) -> String {
        var kept = utf8[...]
        while let last = kept.last, bytes.contains(last) { kept.removeLast() }
        return String(decoding: kept, as: UTF8.self)
    }
}
