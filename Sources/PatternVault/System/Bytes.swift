internal import CLinux

/// Comparing and reading bytes, where `String` would need Unicode tables.
extension Span<UInt8> {
    /// A copy of the bytes.
    package var array: [UInt8] {
        // SAFETY: the buffer is valid in the closure, and copied in it.
        unsafe withUnsafeBytes { unsafe Array($0) }
    }

    /// Tells whether a byte is among them.
    package func contains(_ byte: UInt8) -> Bool {
        firstIndex(of: byte) != nil
    }

    /// Where a byte first stands.
    package func firstIndex(of byte: UInt8) -> Int? {
        // By libc, which looks at many bytes at once: a file of settings is mostly comments.
        unsafe withUnsafeBytes { bytes in
            // SAFETY: the buffer is valid in the closure, and what is found lies in it.
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base, CInt(byte), bytes.count)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Tells whether they are the bytes of constant text.
    package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }

    /// Tells whether they begin with constant text.
    package func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            // SAFETY: the index is below the text's length.
            if unsafe self[index] != text.utf8Start[index] { return false }
        }
        return true
    }

    /// A decimal number without sign or leading zero, at most `limit`; nil for anything else.
    package func decimal(limit: Int) -> Int? {
        guard count > 0, count == 1 || self[0] != UInt8(ascii: "0") else { return nil }
        var number = 0
        for index in indices {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) else { return nil }
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let digit = Int(self[index] - UInt8(ascii: "0"))
            guard !overflow, tenfold <= limit, digit <= limit - tenfold else { return nil }
            number = tenfold + digit
        }
        return number
    }

    /// The bytes without blanks (space and tab) at either end.
    package var trimmed: Span<UInt8> {
        @_lifetime(copy self) get {
            var (start, end) = (0, count)
            while start < end, Span.isBlank(self[start]) { start += 1 }
            while end > start, Span.isBlank(self[end - 1]) { end -= 1 }
            return extracting(start..<end)
        }
    }

    /// Tells whether a byte is a space or a tab.
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

/// Goes through text piece by piece, between separators.
package struct Pieces: ~Escapable {
    private let text: Span<UInt8>
    private let separator: UInt8
    private var start: Int? = 0

    /// Starts at the beginning of the text.
    @_lifetime(copy text)
    package init(of text: Span<UInt8>, separator: UInt8) {
        self.text = text
        self.separator = separator
    }

    /// Whether the last piece was given out.
    package var isAtEnd: Bool { start == nil }

    /// The next piece, an empty one between two separators; nil at the end.
    ///
    /// Text without a separator is one piece; text that ends in one has an empty last piece.
    @_lifetime(copy self)
    package mutating func next() -> Span<UInt8>? {
        guard let start else { return nil }
        let rest = text.extracting(start..<text.count)
        guard let length = rest.firstIndex(of: separator) else {
            self.start = nil
            return rest
        }
        self.start = start + length + 1
        return rest.extracting(0..<length)
    }
}
