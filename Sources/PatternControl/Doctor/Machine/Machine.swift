internal import PatternVault

/// The system as checks see it; tests bring one on paper.
///
/// Files are read whoever wrote them and through symbolic links, as libpam and systemd do.
protocol Machine {
    /// Whether everything may be looked at.
    var isRoot: Bool { get }
    /// The contents of a file, its first MiB.
    func contents(of path: String) throws(Errno) -> [UInt8]
    /// What a file is.
    func facts(of path: String) throws(Errno) -> FileFacts
    /// The names in a folder, sorted.
    func names(in folder: String) throws(Errno) -> [String]
    /// A group by name; nil when there is none.
    func group(named name: String) -> Group?
    /// The accounts whose primary group is this, as far as the system lists accounts.
    func accounts(withPrimaryGroup gid: UInt32) -> [String]
    /// Whether set-group-ID bits count for nothing on a file's file system (mounted nosuid).
    func ignoresSetID(_ path: String) -> Bool
    /// Where libpam lies that this machine's programs use; nil when that can't be told.
    var libpam: String? { get }
    /// Loads a PAM module; what the loader says against it, nil for nothing.
    func problem(loading module: String) -> String?
    /// Seconds since 1970, by the wall clock.
    var wallTime: Int { get }
    /// Milliseconds since boot.
    var millisecondsSinceBoot: Int { get }
}

/// What a file is.
struct FileFacts: Equatable {
    var kind = FileStatus.Kind.regular
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    /// Permission bits with setuid, setgid and sticky.
    var mode: UInt32 = 0o644

    /// Whether only root can have changed it.
    var isRootsAlone: Bool { uid == 0 && mode & 0o022 == 0 }
}

/// A group.
struct Group: Equatable {
    var gid: UInt32
    /// Their names with commas between them; empty for none.
    var members = ""
}

extension Machine {
    /// The lines of a text file; nil when it can't be read.
    func text(of path: String) -> String? {
        do throws(Errno) {
            return String(bytes: try contents(of: path))
        } catch {
            return nil
        }
    }

    /// Whether a file is there.
    func exists(_ path: String) -> Bool {
        do throws(Errno) {
            _ = try facts(of: path)
            return true
        } catch {
            return false
        }
    }

    /// The names in a folder; none when it can't be listed.
    func list(_ folder: String) -> [String] {
        do throws(Errno) {
            return try names(in: folder)
        } catch {
            return []
        }
    }
}
