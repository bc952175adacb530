internal import CLinux

/// The name of a file, as the bytes that system calls take.
package struct Path: Equatable, Sendable {
    /// The name and the NUL behind it.
    private let terminated: [UInt8]

    /// Makes a path of constant text.
    package init(_ text: StaticString) {
        self.init(terminating: Line(text))
    }

    /// Makes a path of bytes from outside; nil when it is not absolute, holds a NUL or is longer than
    /// the system takes (`PATH_MAX`).
    package init?(absolute bytes: Span<UInt8>) {
        guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else { return nil }
        self.init(bytes)
    }

    /// Makes a path that may be relative to the folder the process is in; nil when it is empty, holds a NUL
    /// or is longer than the system takes.
    package init?(_ bytes: Span<UInt8>) {
        guard bytes.count > 0, bytes.count < Int(PATH_MAX), !bytes.contains(0) else { return nil }
        self.init(terminating: bytes.array)
    }

    /// Makes the name of a user's file: the numeric uid in decimal, behind a constant prefix.
    package init(prefix: StaticString = "", uid: UInt32) {
        var line = Line(prefix)
        line.add(Int(uid))
        self.init(terminating: line)
    }

    private init(terminating bytes: [UInt8]) {
        terminated = bytes + [0]
    }

    private init(terminating line: consuming Line) {
        line.add(byte: 0)
        terminated = line.bytes
    }

    /// The place of the checker, pattern-chkpwd(8).
    package static var checker: Path { Path("/usr/libexec/pam_pattern/pattern-chkpwd") }

    /// The name without the NUL.
    package var bytes: [UInt8] { Array(terminated.dropLast()) }

    /// The path of a file in this folder.
    package func appending(_ name: StaticString) -> Path {
        var line = Line()
        line.add(bytes)
        line.add("/")
        line.add(name)
        return Path(terminating: line)
    }

    /// The folder that the file is in, and its name there; nil for a path that ends in a slash.
    package var parts: (folder: Path, name: Path)? {
        let bytes = bytes
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash + 1 < bytes.count else { return nil }
        let folder = slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[0..<slash])
        return (Path(terminating: folder), Path(terminating: Array(bytes[(slash + 1)...])))
    }

    /// The name that what will replace this file has until then, `.pattern.conf.new`.
    package var replacement: Path {
        var line = Line(".")
        line.add(bytes)
        line.add(".new")
        return Path(terminating: line)
    }

    /// Calls `body` with the path as a C string, valid for the length of the call.
    func withCString(_ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
        unsafe terminated.withUnsafeBytes { bytes in
            // SAFETY: the array ends in NUL and is never empty, so it has an address; bytes may be
            // seen as CChar.
            guard let base = bytes.baseAddress else { return -EINVAL }
            return unsafe body(base.assumingMemoryBound(to: CChar.self))
        }
    }
}
