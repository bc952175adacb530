/// A file that only root can have written, and that is small enough to read whole.
package enum RootFile {
    /// How long a file may be, and what to say of a longer one.
    package struct Limit {
        /// The most bytes that it may have.
        package let bytes: Int
        let reason: StaticString

        /// Makes the limit of so many bytes.
        package init(bytes: Int, reason: StaticString) {
            self.bytes = bytes
            self.reason = reason
        }
    }

    /// The bytes of a regular file of `owner` that nobody else may write, and what it is; nil when there
    /// is none.
    package static func read(
        _ path: Path, limit: Limit, owner: UInt32 = 0
    ) throws(SettingsError) -> (contents: [UInt8], status: FileStatus)? {
        let opened = try attempt(path) { () throws(Errno) in try System.openIfPresent(path) }
        guard let file = opened else { return nil }
        let status = try attempt(path) { () throws(Errno) in try System.status(of: file) }
        guard status.kind == .regular else { throw SettingsError(file: path, "is no regular file") }
        guard status.uid == owner, status.mode & 0o022 == 0 else {
            throw SettingsError(file: path, "may be written by others than root")
        }
        let contents = try attempt(path) { () throws(Errno) in
            try System.read(file, atMost: limit.bytes + 1, enough: status.size)
        }
        guard contents.count <= limit.bytes else { throw SettingsError(file: path, limit.reason) }
        return (contents, status)
    }

    private static func attempt<Result: ~Copyable>(
        _ path: Path, _ body: () throws(Errno) -> Result
    ) throws(SettingsError) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw SettingsError(file: path, error)
        }
    }
}
