import Foundation
import PatternVault

/// Files put over the machine's own, for the calling thread alone. Meant for an exit test's process.
enum PrivateMounts {
    /// Whether this process may make a mount namespace: as root, outside of most containers.
    static var areAllowed: Bool {
        guard geteuid() == 0,
            let program = try? Process.run(
                URL(filePath: "/usr/bin/unshare"), arguments: ["--mount", "true"])
        else { return false }
        program.waitUntilExit()
        return program.terminationStatus == 0
    }

    /// Mounts a file with these contents over another.
    static func cover(_ path: String, with contents: String) throws {
        let file = URL.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        try Data(contents.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try check(unshareMounts(), "unshare")
        // SAFETY: all strings are C strings for the length of a call.
        try check(unsafe mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil), "mount")
        try check(unsafe mount(file.path, path, nil, UInt(MS_BIND), nil), "mount")
    }

    /// unshare(2) of CLONE_NEWNS, which Swift's view of the C library lacks.
    private static func unshareMounts() -> CInt {
        guard let symbol = unsafe dlsym(nil, "unshare") else { return -1 }
        // SAFETY: this is the function's type in <sched.h>.
        let function = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
        return function(0x0002_0000)
    }

    private static func check(_ result: CInt, _ function: String) throws {
        if result != 0 { throw Unexpected.call(function, Errno(errno)) }
    }
}
