import PatternVault

@testable import PatternControl

/// A machine with nothing but PAM's files.
struct FilesMachine: Machine {
    var files: [String: [UInt8]] = [:]
    let isRoot = true
    let libpam: String? = "/lib/libpam.so.0"
    let wallTime = 1_764_486_000
    let millisecondsSinceBoot = 1000

    func contents(of path: String) throws(Errno) -> [UInt8] {
        guard let text = files[path] else { throw .noSuchFile }
        return text
    }

    func facts(of path: String) throws(Errno) -> FileFacts {
        if files[path] != nil { return FileFacts() }
        guard files.keys.contains(where: { $0.hasPrefix(path + "/") }) else { throw .noSuchFile }
        return FileFacts(kind: .folder, mode: 0o755)
    }

    func names(in folder: String) throws(Errno) -> [String] {
        let below = files.keys.filter { $0.hasPrefix(folder + "/") }
        return Set(
            below.compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
        )
        .sorted()
    }

    func group(named name: String) -> Group? { nil }

    func accounts(withPrimaryGroup gid: UInt32) -> [String] { [] }

    func ignoresSetID(_ path: String) -> Bool { false }

    func problem(loading module: String) -> String? { nil }
}
