internal import CLinux

/// Texts in the language of the process's locale, by gettext(3) in the domain `pam_pattern`.
///
/// In bytes, as the module needs them: in the characters of the host's locale, whatever these are. Programs
/// use ``say(_:_:)``.
package enum Translation {
    /// A text in the language of the locale, with `%1`, `%2` ... replaced by the values.
    package static func of(_ text: StaticString, _ values: [UInt8]...) -> [UInt8] {
        fill(find(text), values)
    }

    /// A text that depends on a count, which is `%1`; the values follow from `%2`.
    package static func of(
        _ one: StaticString, _ many: StaticString, count: Int, _ values: [UInt8]...
    ) -> [UInt8] {
        fill(find(one, many, count), [Array("\(count)".utf8)] + values)
    }

    /// Replaces `%1` to `%9` by values.
    ///
    /// A translation may be anybody's, so there is none that is wrong: a place without a value is left out,
    /// a value without a place is not shown, and any other `%` stands for itself.
    package static func fill(_ text: [UInt8], _ values: [[UInt8]]) -> [UInt8] {
        var filled: [UInt8] = []
        filled.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let digit = rest.first,
                (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit)
            else {
                filled.append(byte)
                continue
            }
            rest.removeFirst()
            let place = Int(digit - UInt8(ascii: "1"))
            if values.indices.contains(place) { filled += values[place] }
        }
        return filled
    }

    static func find(_ text: StaticString) -> [UInt8] {
        // SAFETY: a StaticString lives for ever and ends with a 0; the translation is copied at once.
        unsafe bytes(of: linux_translated(characters(text)))
    }

    static func find(_ one: StaticString, _ many: StaticString, _ count: Int) -> [UInt8] {
        // SAFETY: as above.
        unsafe bytes(of: linux_translated_plural(characters(one), characters(many), UInt(count.magnitude)))
    }

    private static func characters(_ text: StaticString) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
