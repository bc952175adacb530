internal import CLinux

/// Bytes that are secret: typed text, canonical text, a computed hash.
///
/// There is one owner, and the memory is wiped when it lets go. A zero lies behind the last byte, so
/// that C can read them as a string.
public struct Secret: ~Copyable {
    private let memory: WipedMemory
    /// How many bytes there are.
    package let count: Int

    /// Takes memory for `capacity` bytes and lets `body` append them; nil when there is no memory.
    ///
    /// What `body` throws is thrown on, after wiping.
    package init?<Failure>(
        capacity: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let (size, overflow) = max(capacity, 0).addingReportingOverflow(1)
        guard !overflow, let memory = WipedMemory(size: size) else { return nil }
        let bytes = unsafe memory.pointer.assumingMemoryBound(to: UInt8.self)
        // SAFETY: the last byte is kept back, and stays zero.
        let buffer = unsafe UnsafeMutableBufferPointer(start: bytes, count: size - 1)
        var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
        try body(&output)
        count = unsafe output.finalize(for: buffer)
        self.memory = memory
    }

    /// Takes over a C string that malloc(3) gave, such as a reply of the PAM conversation: copies it,
    /// wipes and frees the original. nil when there is no memory; it is wiped even so.
    package init?(taking text: UnsafeMutablePointer<CChar>) {
        defer {
            // SAFETY: the caller hands the string over; nobody else has it.
            unsafe explicit_bzero(text, strlen(text))
            unsafe free(text)
        }
        unsafe self.init(copying: text)
    }

    /// Copies bytes; nil when there is no memory.
    package init?(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count) { output in
            for index in bytes.indices {
                output.append(bytes[index])
            }
        }
    }

    /// Copies a C string; nil when there is no memory.
    init?(copying text: UnsafePointer<CChar>) {
        let length = unsafe strlen(text)
        self.init(capacity: length) { output in
            for index in 0..<length {
                // SAFETY: the index is below the string's length.
                unsafe output.append(UInt8(bitPattern: text[index]))
            }
        }
    }

    /// The bytes.
    package var span: Span<UInt8> {
        @_lifetime(borrow self) get {
            // SAFETY: the memory lives as long as `self`, which the span borrows.
            let bytes = unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: UInt8.self))
            return unsafe _overrideLifetime(Span(_unsafeStart: bytes, count: count), borrowing: self)
        }
    }

    /// The bytes as a C string, valid as long as this value.
    var string: UnsafePointer<CChar> {
        unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: CChar.self))
    }

    /// Calls `body` with the bytes as a C string.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe body(string)
    }
}
