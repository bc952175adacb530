import Foundation
import PatternVault

/// Files of the machine as a test wants them, for the calling thread alone; for an exit test's process.
enum PrivateMachine {
    /// Puts a script in the checker's place that answers a question and a try, and makes an empty store that
    /// only root can read.
    static func set(asked: CheckerAnswer, tried: CheckerAnswer) throws {
        try leave()
        // SAFETY: here and below, all strings are C strings for the length of a call.
        for folder in ["/var/lib", "/usr/libexec"] {
            try check(unsafe mount("tmpfs", folder, "tmpfs", 0, "mode=0755"))
        }
        let folders = ["/var/lib/pam_pattern/credentials", "/var/lib/pam_pattern/attempts"]
        for folder in folders + ["/usr/libexec/pam_pattern"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try check(unsafe chmod(folder, folders.contains(folder) ? 0o700 : 0o755))
        }
        let script = """
            #!/bin/sh
            case $(head -c 9 | tail -c 1) in
            a) \(printing(asked)) ;;
            t) \(printing(tried)) ;;
            esac
            """
        let path = "/usr/libexec/pam_pattern/pattern-chkpwd"
        try Data(script.utf8).write(to: URL(filePath: path))
        try check(unsafe chmod(path, 0o755))
    }

    /// Mounts a file with these contents and this mode over another.
    static func cover(_ path: String, with contents: String, mode: mode_t) throws {
        try leave()
        let file = URL.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        try Data(contents.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try check(unsafe chmod(file.path, mode))
        try check(unsafe mount(file.path, path, nil, UInt(MS_BIND), nil))
    }

    /// Leaves the mounts of everybody else.
    private static func leave() throws {
        try check(unshareMounts())
        try check(unsafe mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil))
    }

    private static func printing(_ answer: CheckerAnswer) -> String {
        // Three octal digits a byte.
        "printf '" + answer.frame.map { "\\" + String(Int($0) + 512, radix: 8).dropFirst() }.joined() + "'"
    }

    /// unshare(2) of CLONE_NEWNS, which Swift's view of the C library lacks.
    private static func unshareMounts() -> CInt {
        guard let symbol = unsafe dlsym(nil, "unshare") else { return -1 }
        // SAFETY: this is the function's type in <sched.h>.
        let function = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
        return function(0x0002_0000)
    }

    private static func check(_ result: CInt) throws {
        if result != 0 { throw Errno(errno) }
    }
}
