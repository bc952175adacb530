internal import CLinux

/// Standard output, standard error and other descriptors that a program writes text to.
package enum CommandOutput {
    /// Writes all of a text; false when that fails.
    package static func write(_ text: String, to descriptor: CInt) -> Bool {
        var text = text
        return text.withUTF8 { unsafe write($0, to: descriptor) }
    }

    /// Writes all of these bytes; false when that fails.
    package static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { unsafe write($0, to: descriptor) }
    }

    /// Writes a line to standard output; false when that fails.
    package static func print(_ text: String) -> Bool { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error, with the program's name in front.
    ///
    /// Messages repeat what was given, so control characters become `?`: one line stays one line, and
    /// nobody's terminal is told anything by a name.
    package static func complain(_ message: String, program: StaticString) {
        var line = ""
        // SAFETY: a StaticString lives for ever and ends with a 0.
        line += unsafe String(cString: program.utf8Start)
        line += ": "
        for scalar in message.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
            line.unicodeScalars.append(isControl ? "?" : scalar)
        }
        line += "\n"
        _ = write(line, to: STDERR_FILENO)
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: CInt) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var done = 0
        while done < bytes.count {
            // SAFETY: so many bytes lie behind `done`.
            let written = unsafe linux_write(descriptor, start + done, bytes.count - done)
            if written == -Int(EINTR) { continue }
            guard written > 0 else { return false }
            done += written
        }
        return true
    }
}
