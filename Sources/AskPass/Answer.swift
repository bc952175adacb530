internal import CLinux
internal import PatternGrid

/// Standard output, to which one answer is written and nothing else.
///
/// It is moved out of the way at the start, and standard error put in its place: what GTK and all that it
/// loads may print is no answer.
struct Answer: ~Copyable {
    private let output: CInt

    /// Takes standard output; nil where that can't be done.
    init?() {
        output = linux_duplicate(STDOUT_FILENO, STDERR_FILENO + 1)
        guard output > STDERR_FILENO, dup2(STDERR_FILENO, STDOUT_FILENO) == STDOUT_FILENO else { return nil }
    }

    /// Puts standard output back, for a program that is run in this one's place.
    func giveBack() {
        dup2(output, STDOUT_FILENO)
    }

    /// Writes a pattern and overwrites its text; false when that fails.
    func write(_ pattern: Pattern) -> Bool {
        var text = pattern.canonicalText
        let isDone = unsafe text.withUnsafeBytes { unsafe write($0) }
        // SAFETY: so many bytes are there.
        unsafe text.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe explicit_bzero(start, bytes.count)
        }
        return isDone
    }

    /// Writes a line that is no secret; false when that fails.
    func write(line text: String) -> Bool {
        unsafe Array(text.utf8).withUnsafeBytes { unsafe write($0) }
    }

    /// Writes a line; false when that fails.
    func write(line bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe write(bytes)
    }

    /// Writes an answer and the end of its line.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe writeAll(bytes) && [UInt8(ascii: "\n")].withUnsafeBytes { unsafe writeAll($0) }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var done = 0
        while done < bytes.count {
            // SAFETY: so many bytes lie behind `done`.
            let written = unsafe linux_write(output, start + done, bytes.count - done)
            if written == -Int(EINTR) { continue }
            guard written > 0 else { return false }
            done += written
        }
        return true
    }
}
