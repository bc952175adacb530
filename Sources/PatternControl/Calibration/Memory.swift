internal import PatternVault

/// Memory, in bytes, as /proc tells it; see proc(5).
struct Memory: Equatable {
    /// What this process has in memory.
    let present: Int
    /// The most that it ever had.
    let most: Int

    /// Of this process; nil where /proc does not tell.
    static var ofProcess: Memory? {
        let lines = lines(of: Path("/proc/self/status"))
        guard let present = value("VmRSS:", in: lines), let most = value("VmHWM:", in: lines) else {
            return nil
        }
        return Memory(present: present, most: most)
    }

    /// What programs can have without others being swapped out; nil where /proc does not tell.
    static var available: Int? {
        value("MemAvailable:", in: lines(of: Path("/proc/meminfo")))
    }

    private static func lines(of path: Path) -> [Substring] {
        do throws(Errno) {
            let file = try System.open(path, flags: .read)
            return String(bytes: try System.read(file, atMost: 1 << 16)).lines
        } catch {
            return []
        }
    }

    /// The value behind a name: `MemAvailable:   16000000 kB`.
    private static func value(_ name: Substring, in lines: [Substring]) -> Int? {
        for line in lines {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count == 3, words[0] == name, words[2] == "kB", let value = Int(words[1]) {
                return value * 1024
            }
        }
        return nil
    }
}
