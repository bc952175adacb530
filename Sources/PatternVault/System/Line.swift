internal import CLinux

/// A line of text in the making, for logs, prompts and records.
///
/// Bytes rather than `String`: Embedded Swift has no Unicode tables, and names come as bytes.
package struct Line: Equatable, Sendable {
    /// What was added so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts an empty line.
    package init() {
        bytes.reserveCapacity(256)
    }

    /// Starts with constant text.
    package init(_ text: StaticString) {
        self.init()
        add(text)
    }

    /// Appends constant text.
    package mutating func add(_ text: StaticString) {
        // SAFETY: the text is constant and the buffer stays inside the closure.
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes as they are.
    package mutating func add(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    /// Appends the system's words for an error, `No such file or directory`.
    package mutating func add(_ error: Errno) {
        let text = unsafe linux_error_text(error.code)
        // SAFETY: the text is a constant C string.
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Appends one byte.
    package mutating func add(byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a number as its bytes, the lowest first.
    package mutating func add(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a number in decimal.
    package mutating func add(_ number: Int) {
        if number < 0 {
            bytes.append(UInt8(ascii: "-"))
        }
        // The greatest power of ten that is not above it.
        var unit: UInt = 1
        while number.magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number.magnitude / unit % 10) + UInt8(ascii: "0"))
            unit /= 10
        }
    }

    /// Appends text from outside for a log: each byte that is no printable ASCII becomes `?`, and no
    /// more than `limit` bytes are taken, so that nobody can forge a line or fill the log.
    package mutating func add(untrusted text: Span<UInt8>, limit: Int = 64) {
        for index in text.indices.prefix(limit) {
            let printable = (0x20...0x7e).contains(text[index])
            bytes.append(printable ? text[index] : UInt8(ascii: "?"))
        }
    }
}
