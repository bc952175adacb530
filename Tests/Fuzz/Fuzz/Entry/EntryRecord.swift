import CFuzz

/// What is in the place of the account's credential.
struct EntryRecord {
    /// The canonical text of the pattern that was enrolled.
    let pattern: [UInt8]
    /// The file; nil for none.
    let text: [UInt8]?
    let mode: UInt32
    /// It is a whole record of the account, and may be read.
    let isSound: Bool

    /// Patterns on all grids, none that people choose often.
    private static let patterns = [
        "3x3:1-5-9-8-7", "3x3:2-4-9-3", "4x4:1-6-11-12-15", "5x5:1-7-13-14-20", "6x6:1-8-15-16-36-31",
    ]
    private static let hashes = patterns.map { hash($0, "$5$rounds=1000$saltsaltsalt$") }

    /// What else can stand behind `hash=`: cut, of methods that are refused, of ones that cost much.
    private static let odd = [
        "", "*0", "$1$salt$Kq5GNpjDUvP1GjVhTDAQJ.", "abJnggxhB/yWI", "$5$", "$5$rounds=1000$salt",
        "$y$j9T$abcdefgh$V1eLLm2", "$gy$j9T$abcdefgh$V1eLLm2", "$7$CU..../....abcdefgh$V1eLLm2",
        "$2b$05$abcdefghijklmnopqrstuu", "$6$rounds=1000$salt$x", "!$5$rounds=1000$saltsaltsalt$x",
    ]

    init(_ feed: inout Feed, isPlain: Bool) {
        let choice = feed.choice(EntryRecord.patterns.count)
        pattern = Array(EntryRecord.patterns[choice].utf8)
        let kind = isPlain ? 12 : feed.choice(13)
        let grid = String(EntryRecord.patterns[choice].prefix(3))
        func record(uid: String = "1000", name: String = "alice", hash: String? = nil) -> [UInt8] {
            let hash = hash ?? EntryRecord.hashes[choice]
            return Array(
                "pam_pattern credential 1\nuid=\(uid)\nname=\(name)\ngrid=\(grid)\nenrolled=1764486000\nhash=\(hash)\n"
                    .utf8)
        }
        text =
            switch kind {
            case 0: nil
            case 1: feed.text()
            case 2: record(uid: "1001")
            case 3: record(name: "bob")
            case 4: record(hash: feed.one(of: EntryRecord.odd))
            case 5: Array(record().dropLast(feed.choice(140)))
            case 6: record() + [feed.byte()]
            case 7: record(hash: EntryRecord.hash("3x3:1-5-9-8-7", "$y$j9T$abcdefgh$"))
            default: record()
            }
        mode = isPlain ? 0o640 : feed.one(of: [0o640, 0o600, 0o400, 0o640, 0o644, 0o660, 0o777])
        isSound = text == record() && mode & ~0o640 == 0
    }

    /// The fields by name, where the text has the form of a record.
    static func fields(_ text: [UInt8]) -> [String: [UInt8]]? {
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
        guard lines.count == 7, lines.removeLast() == [],
            lines.removeFirst() == Array("pam_pattern credential 1".utf8)
        else { return nil }
        var fields: [String: [UInt8]] = [:]
        for (line, key) in zip(lines, ["uid", "name", "grid", "enrolled", "hash"]) {
            let start = Array("\(key)=".utf8)
            guard line.starts(with: start) else { return nil }
            fields[key] = Array(line.dropFirst(start.count))
        }
        return fields
    }

    private static func hash(_ phrase: String, _ setting: String) -> String {
        guard let hash = unsafe fuzz_hash(phrase, setting) else { unsafe fuzz_refute("libcrypt hashes") }
        // SAFETY: a C string until the next hash.
        return unsafe String(cString: hash)
    }
}
