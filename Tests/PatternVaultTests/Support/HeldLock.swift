import Foundation
import PatternVault

/// A lock on a file, as another process would hold it.
final class HeldLock: Sendable {
    private let descriptor: CInt

    /// Opens a file; the lock is not taken yet.
    init(_ path: String, flags: CInt = O_RDWR) throws {
        // SAFETY: the path is a C string for the length of the call.
        descriptor = unsafe open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unexpected.call("open \(path)", Errno(errno)) }
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock; false when somebody else has it.
    @discardableResult func take() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Gives it back.
    func release() { flock(descriptor, LOCK_UN) }

    /// Whether somebody waits for it, see proc_locks(5).
    func isWaitedFor() throws -> Bool {
        var status = stat()
        // SAFETY: `status` lives through the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw Unexpected.call("fstat", Errno(errno)) }
        return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
            .contains { $0.contains("->") && $0.contains(":\(status.st_ino) ") }
    }

    /// What is in the file, though its name may be gone.
    func contents() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        // SAFETY: the buffer has as many bytes as are asked for.
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw Unexpected.call("pread", Errno(errno)) }
        return Array(bytes[..<count])
    }
}
