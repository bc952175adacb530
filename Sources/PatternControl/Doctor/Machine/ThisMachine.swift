internal import CLinux
internal import CPAM
internal import PatternVault

/// The machine that patternctl runs on.
struct ThisMachine: Machine {
    private static let mostBytes = 1 << 20

    var isRoot: Bool { System.effectiveUser == 0 }

    func contents(of path: String) throws(Errno) -> [UInt8] {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let file = unsafe linux_openat(AT_FDCWD, path, flags, 0)
        guard file >= 0 else { throw Errno(-file) }
        defer { _ = close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < ThisMachine.mostBytes {
            let room = buffer.count
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                // SAFETY: the buffer has the size that is told, and is not empty.
                unsafe buffer.baseAddress.map { unsafe linux_read(file, $0, room) } ?? 0
            }
            if count == -Int(EINTR) { continue }
            guard count >= 0 else { throw Errno(CInt(truncatingIfNeeded: -count)) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    func facts(of path: String) throws(Errno) -> FileFacts {
        var status = stat()
        // SAFETY: `status` lives through the call, which fills it.
        let result = unsafe linux_stat(path, &status)
        guard result >= 0 else { throw Errno(-result) }
        let kind: FileStatus.Kind =
            linux_is_regular(status.st_mode)
            ? .regular : linux_is_folder(status.st_mode) ? .folder : .other
        return FileFacts(kind: kind, uid: status.st_uid, gid: status.st_gid, mode: status.st_mode & 0o7777)
    }

    func names(in folder: String) throws(Errno) -> [String] {
        let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY
        let opened = unsafe linux_openat(AT_FDCWD, folder, flags, 0)
        guard opened >= 0 else { throw Errno(-opened) }
        guard let listing = unsafe fdopendir(opened) else {
            _ = close(opened)
            throw .noMemory
        }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        var error: CInt = 0
        // SAFETY: the listing is open; a name is a C string until the next call.
        while let name = unsafe linux_next_name(listing, &error) {
            names.append(unsafe String(cString: name))
        }
        guard error == 0 else { throw Errno(error) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    func group(named name: String) -> Group? {
        var gid = UInt32.max
        // SAFETY: the text is a C string until the next call.
        guard let members = unsafe linux_group_members(name, &gid) else { return nil }
        return Group(gid: gid, members: unsafe String(cString: members))
    }

    func accounts(withPrimaryGroup gid: UInt32) -> [String] {
        AccountList.all.filter { $0.gid == gid }.map { String(bytes: $0.name) }
    }

    func ignoresSetID(_ path: String) -> Bool { unsafe linux_ignores_set_id(path) }

    var libpam: String? {
        // SAFETY: the loader keeps the name as long as the library.
        unsafe cpam_library().map { unsafe String(cString: $0) }
    }

    func problem(loading module: String) -> String? {
        // SAFETY: the text is a C string until the next call of the loader.
        unsafe cpam_module_problem(module).map { unsafe String(cString: $0) }
    }

    var wallTime: Int { System.wallTime }

    var millisecondsSinceBoot: Int { System.millisecondsSinceBoot }
}
