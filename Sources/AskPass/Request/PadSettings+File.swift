internal import CLinux

extension PadSettings {
    /// The most bytes a file of settings may have.
    private static var maximumSize: Int { 4_096 }

    /// Reads a settings file; the defaults where there is none, or none that can be read.
    init(file path: String) {
        self.init(PadSettings.text(of: path) ?? "")
    }

    private static func text(of path: String) -> String? {
        let file = unsafe linux_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: maximumSize)
        // SAFETY: the buffer has room for so many bytes.
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe linux_read(file, start, buffer.count)
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
