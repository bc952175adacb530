import Foundation
import PatternVault

/// A folder of a test's own, gone with the test.
final class TemporaryFolder: Sendable {
    /// Where it is, without a slash at the end.
    let path: String

    /// Makes an empty folder with mode 0700.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // Symbolic links in front of it would be taken for an attack by the code under test.
        path = folder.resolvingSymlinksInPath().path
        try setMode(0o700, of: "")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a name below the folder; of the folder itself for no name.
    func path(of name: String) -> String {
        name.isEmpty ? path : "\(path)/\(name)"
    }

    /// The same as the code under test takes it.
    func vaultPath(of name: String) throws -> Path {
        guard let path = Path(absolute: path(of: name).bytes.span) else { throw Unexpected.badSample(name) }
        return path
    }

    /// Writes a file anew, with exactly this mode.
    func write(_ contents: [UInt8], to name: String, mode: mode_t = 0o640) throws {
        try Data(contents).write(to: URL(filePath: path(of: name)))
        try setMode(mode, of: name)
    }

    /// The contents of a file.
    func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(of: name))))
    }

    /// The names below a folder, sorted, those that begin with a dot too.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(of: name)).sorted()
    }

    /// Makes a folder with exactly this mode.
    func makeFolder(_ name: String, mode: mode_t) throws {
        // SAFETY: here and below, the path is a C string for the length of the call.
        try Self.check(unsafe mkdir(path(of: name), 0o700), "mkdir", name)
        try setMode(mode, of: name)
    }

    /// Sets the mode of a file or folder.
    func setMode(_ mode: mode_t, of name: String) throws {
        try Self.check(unsafe chmod(path(of: name), mode), "chmod", name)
    }

    /// Sets the owner and the group of a file or folder; nil leaves one as it is. For root alone.
    func setOwner(_ uid: uid_t? = nil, group gid: gid_t? = nil, of name: String) throws {
        try Self.check(unsafe lchown(path(of: name), uid ?? uid_t.max, gid ?? gid_t.max), "lchown", name)
    }

    /// Makes a symbolic link that points at `target`, whether that is there or not.
    func makeSymbolicLink(_ name: String, to target: String) throws {
        try Self.check(unsafe symlink(target, path(of: name)), "symlink", name)
    }

    /// Gives a file a second name.
    func makeHardLink(_ name: String, to target: String) throws {
        try Self.check(unsafe link(path(of: target), path(of: name)), "link", name)
    }

    /// Makes a file of another kind: `S_IFIFO`, `S_IFSOCK`.
    func makeSpecialFile(_ name: String, kind: mode_t) throws {
        try Self.check(unsafe mknod(path(of: name), kind | 0o640, 0), "mknod", name)
    }

    /// Removes a file or a folder with what is in it.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(of: name))
    }

    private static func check(_ result: CInt, _ function: String, _ name: String) throws {
        if result != 0 {
            throw Unexpected.call("\(function) \(name)", Errno(errno))
        }
    }
}
