internal import CNcurses

/// Descriptors that are written to.
enum Output {
    /// Writes all of a text; false when that fails.
    static func write(_ text: String, to descriptor: CInt) -> Bool {
        var bytes = ArraySlice(text.utf8)
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes { buffer in
                // SAFETY: the buffer is valid in the closure and not empty.
                guard let base = buffer.baseAddress else { return -Int(EIO) }
                return unsafe terminal_write(descriptor, base, buffer.count)
            }
            if written == -Int(EINTR) { continue }
            guard written > 0 else { return false }
            bytes = bytes.dropFirst(written)
        }
        return true
    }

    /// Writes a line to standard error, with the program's name in front.
    static func complain(_ message: String) {
        _ = write("pattern-pad: \(message)\n", to: STDERR_FILENO)
    }
}
