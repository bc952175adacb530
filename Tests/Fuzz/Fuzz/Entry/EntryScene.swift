import CFuzz

/// What the entry point meets in one run, taken from a fuzzer's bytes: accounts, files, clock, the person,
/// and what the host does.
struct EntryScene {
    /// The account that has a pattern.
    static let alice: UInt32 = 1000
    /// Another one, with attempts alone.
    static let bob: UInt32 = 1001
    static let boots = ["0b5c1e9a-7d3f-4c1b-9a52-61d0f2a7c3e4", "5d0f7f1e-3f0a-4d7b-8f7a-2f9a3c1b0e6d"]

    /// What is done with the handle, in turn.
    enum Step {
        case pattern, strong
        case rename([UInt8]?)
        case wait(milliseconds: Int)
    }

    let conf: [UInt8]?
    let arguments: [[UInt8]]
    let strongArguments: [[UInt8]]
    let user: [UInt8]?
    let remoteHost: [UInt8]
    let service: [UInt8]
    let flags: CInt
    let steps: [Step]
    let record: EntryRecord
    let attempts: EntryAttempts
    /// The folder of the store in the world.
    let store: String
    let boot: String?
    let hasNoInput: Bool
    let isLockedAccount: Bool
    /// Nothing stands against a right pattern but its attempts.
    let isPlain: Bool

    init(_ feed: inout Feed) {
        isPlain = feed.flag(oneIn: 4)
        let isElsewhere = feed.flag(oneIn: 5) && !isPlain
        store = isElsewhere ? "s" : "var/lib/pam_pattern"
        record = EntryRecord(&feed, isPlain: isPlain)
        attempts = EntryAttempts(&feed, isPlain: isPlain)
        boot = EntryScene.boot(&feed)
        let texts = (0..<3).map { _ in feed.string().split(separator: 0x0a).map { Array($0) } }
        let place = isElsewhere ? [Array("store=/s".utf8)] : []
        arguments = isPlain ? [] : place + texts[0].prefix(12)
        EntryScene.putReplies(texts[1], record, &feed, isPlain: isPlain)
        strongArguments = place + [Array("strong".utf8)] + (isPlain ? [] : texts[2].prefix(4))
        conf = feed.choice(2) == 0 || isPlain ? nil : feed.text()
        user = isPlain ? Array("alice".utf8) : EntryScene.user(&feed)
        remoteHost = feed.flag(oneIn: 5) && !isPlain ? feed.string() : []
        service = feed.flag(oneIn: 3) && !isPlain ? feed.string() : Array("sudo".utf8)
        flags = feed.flag(oneIn: 3) ? CInt(bitPattern: 0x8000) : 0
        steps = EntryScene.steps(&feed)
        hasNoInput = feed.flag(oneIn: 8)
        isLockedAccount = feed.flag(oneIn: 6) && !isPlain
        EntryScene.setWorld(&feed, isPlain: isPlain)
        if isLockedAccount {
            World.put(FUZZ_SHADOW, Array("!$6$x".utf8))
        } else if feed.choice(3) > 0 || isPlain {
            World.put(FUZZ_SHADOW, Array("$6$x".utf8))
        }
        if feed.choice(2) == 0 { World.put(FUZZ_LOGIN, feed.string()) }
        for (name, uid) in [("alice", EntryScene.alice), ("bob", EntryScene.bob), ("root", 0)] {
            World.put(FUZZ_ACCOUNTS, (0..<4).map { UInt8(uid >> (8 * $0) & 0xff) } + Array(name.utf8))
        }
        if !isPlain { World.planFaults(&feed) }
    }

    /// Puts the files of the scene there.
    func writeFiles() {
        World.write("\(store)/credentials/1000", record.text, mode: record.mode)
        World.write(
            "\(store)/attempts/1000", slots: attempts.slots(of: EntryScene.alice), size: attempts.size)
        let other = EntryAttempts.other
        World.write("\(store)/attempts/1001", slots: other.slots(of: EntryScene.bob), size: other.size)
        World.write("etc/security/pattern.conf", conf, mode: 0o644)
        World.write("etc/shadow", [], mode: 0o640)
        World.write("proc/sys/kernel/random/boot_id", boot.map { Array("\($0)\n".utf8) }, mode: 0o644)
    }

    /// Leaves nothing in the store that this one is not.
    func clearOther() {
        let other = store == "s" ? "var/lib/pam_pattern" : "s"
        for path in ["credentials/1000", "attempts/1000", "attempts/1001"] {
            World.write("\(other)/\(path)", nil)
        }
    }

    /// Whether the arguments of the pattern's line make it a strong one.
    var isStrongAnyway: Bool {
        arguments.contains { ["strong", "strong=yes"].map { Array($0.utf8) }.contains($0) }
    }

    /// Whether an argument names a store that this one is not.
    var namesStore: Bool {
        arguments.count { $0.holds(Array("store".utf8)) } > (store == "s" ? 1 : 0)
    }

    /// Whether pattern.conf or an argument may set something.
    func mentions(_ key: String) -> Bool {
        ([conf ?? []] + arguments + strongArguments.dropFirst()).contains { $0.holds(Array(key.utf8)) }
    }

    private static func boot(_ feed: inout Feed) -> String? {
        switch feed.choice(6) {
        case 0: nil
        case 1: "not a boot"
        case 2: boots[1]
        default: boots[0]
        }
    }

    private static func user(_ feed: inout Feed) -> [UInt8]? {
        switch feed.choice(12) {
        case 0: nil
        case 1: Array("bob".utf8)
        case 2: Array("root".utf8)
        case 3: Array("ALICE".utf8)
        case 4: feed.string()
        default: Array("alice".utf8)
        }
    }

    private static func putReplies(
        _ texts: [[UInt8]], _ record: EntryRecord, _ feed: inout Feed, isPlain: Bool
    ) {
        for text in texts.prefix(12) {
            // The kinds of World.c; 0 is a text.
            let kind = feed.choice(12)
            World.put(
                FUZZ_REPLIES, [isPlain || kind > 6 ? 0 : UInt8(kind)] + (kind == 11 ? record.pattern : text))
        }
        for _ in 0..<feed.choice(4) {
            // 2: a right frame of a checker that ends; 1: one that goes on without a word.
            World.put(FUZZ_ANSWERS, [feed.flag(oneIn: 4) ? 1 : 2] + EntryScene.answer(&feed))
        }
    }

    private static func answer(_ feed: inout Feed) -> [UInt8] {
        guard feed.choice(4) > 0 else { return feed.text() }
        let text = Array(feed.text().prefix(200))
        let number = (0..<8).map { UInt8($0 == 0 ? Int(feed.byte()) : $0 == 7 ? feed.choice(2) * 255 : 0) }
        let length = UInt8(clamping: text.count)
        return Array("PAMPAT-1".utf8) + [UInt8(feed.choice(11))] + number + [length] + text
    }

    private static func steps(_ feed: inout Feed) -> [Step] {
        var steps = feed.flag(oneIn: 8) ? [Step.strong] : [.pattern]
        for _ in 0..<feed.choice(4) {
            switch feed.choice(5) {
            case 0: steps.append(.rename(user(&feed)))
            case 1: steps.append(.wait(milliseconds: Int(feed.byte()) * 1000))
            case 2: steps.append(.pattern)
            default: steps.append(.strong)
            }
        }
        return steps
    }

    private static func setWorld(_ feed: inout Feed, isPlain: Bool) {
        let users = [0, 0, 0, 1000, 1001]
        World[FUZZ_REAL_USER] = isPlain ? 0 : feed.one(of: users)
        World[FUZZ_EFFECTIVE_USER] = isPlain ? 0 : feed.one(of: users)
        World[FUZZ_WALLED] = World[FUZZ_EFFECTIVE_USER] == 0 ? 0 : feed.choice(2)
        World[FUZZ_MILLISECONDS] = Int(feed.byte()) << 8 * 1000 + Int(feed.byte()) * 1000 + 5
        World[FUZZ_WALL_TIME] = feed.flag(oneIn: 8) ? Int(truncatingIfNeeded: feed.number()) : 1_764_486_000
        World[FUZZ_FILE_SIZE_LIMIT] = feed.flag(oneIn: 12) && !isPlain ? Int(feed.byte()) * 64 : Int.max
        World[FUZZ_ACCOUNT_BYTES] = feed.flag(oneIn: 6) ? Int(feed.byte()) * 256 : 0
        World[FUZZ_HAS_PIDFD] = feed.choice(2)
        World[FUZZ_NO_NEW_PRIVILEGES] = feed.choice(2)
        if feed.flag(oneIn: 8), !isPlain {
            World[FUZZ_BUSY_UNTIL] = World[FUZZ_MILLISECONDS] + Int(feed.byte()) * 20
        }
    }
}

extension [UInt8] {
    /// Whether these bytes are among them.
    func holds(_ bytes: [UInt8]) -> Bool { start(of: bytes) != nil }

    /// Where a text first stands.
    func start(of text: String) -> Int? { start(of: Array(text.utf8)) }

    private func start(of bytes: [UInt8]) -> Int? {
        guard !bytes.isEmpty, bytes.count <= count else { return bytes.isEmpty ? 0 : nil }
        return (0...(count - bytes.count)).first { self[$0..<($0 + bytes.count)] == bytes[...] }
    }
}
