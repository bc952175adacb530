internal import Languages
internal import PatternVault

/// Who holds a lock of flock(2), from /proc/locks; see proc(5).
enum LockHolder {
    /// The process that holds the lock on a file, `pattern-chkpwd (pid 4711)`; nil where none shows,
    /// as from inside another PID namespace.
    static func find(_ status: FileStatus) -> String? {
        guard let text = contents(of: Path("/proc/locks")) else { return nil }
        let file = ":\(status.inode)"
        for line in text.lines {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5].hasSuffix(file),
                let process = Int(words[4]), process > 0
            else { continue }
            return describe(process)
        }
        return nil
    }

    private static func describe(_ process: Int) -> String {
        guard let path = Path(absolute: Array("/proc/\(process)/comm".utf8).span),
            let name = contents(of: path)
        else { return say("process %1", "\(process)") }
        return "\(name.lines.first ?? "?") (pid \(process))"
    }

    private static func contents(of path: Path) -> String? {
        do throws(Errno) {
            let file = try System.open(path, flags: .read)
            return String(bytes: try System.read(file, atMost: 1 << 20))
        } catch {
            return nil
        }
    }
}
