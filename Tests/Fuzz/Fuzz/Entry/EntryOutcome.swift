import CFuzz
import PatternGrid
import TestSupport

/// What one call of the entry point came to.
struct EntryOutcome {
    /// The slots of the attempts of both accounts.
    struct Files: Equatable {
        let alice: [UInt8]
        let bob: [UInt8]

        init(_ scene: EntryScene) {
            alice = World.slots("\(scene.store)/attempts/\(EntryScene.alice)")
            bob = World.slots("\(scene.store)/attempts/\(EntryScene.bob)")
        }

        /// The slot of alice's that counts.
        var slot: SlotImage? {
            SlotImage.believed(Array(alice.prefix(SlotImage.size)), Array(alice.suffix(SlotImage.size)))
        }
    }

    let scene: EntryScene
    let user: [UInt8]?
    let isStrong: Bool
    let code: CInt
    let before: Files
    let after: Files
    /// Milliseconds since boot when it began.
    let start: Int
    /// Questions, and answers of the checker.
    let prompts: Int
    let answers: Int

    private static let codes: [CInt] = [
        PAM_SUCCESS, PAM_AUTH_ERR, PAM_CONV_ERR, PAM_INCOMPLETE, PAM_USER_UNKNOWN, PAM_IGNORE,
        PAM_PERM_DENIED,
        PAM_MAXTRIES, PAM_AUTHINFO_UNAVAIL, PAM_SERVICE_ERR, PAM_BUF_ERR,
    ]

    /// The last reply.
    var reply: [UInt8] { World.text(FUZZ_REPLY) }
    private var crypts: Int { World[FUZZ_CRYPTS] }
    private var isFaultless: Bool { World[FUZZ_FAULTS] == 0 }

    /// The uid of an account, in either case, as the world's accounts have it.
    static func uid(of name: [UInt8]?) -> UInt32? {
        switch String(decoding: name ?? [], as: UTF8.self).lowercased() {
        case "alice": EntryScene.alice
        case "bob": EntryScene.bob
        case "root": 0
        default: nil
        }
    }

    /// For a person: what was called, and what came of it.
    var summary: String {
        let shown = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
        let arguments = World.all(FUZZ_ARGUMENTS).map(shown)
        let log = World.all(FUZZ_LOG).map(shown)
        return """
            \(isStrong ? "strong" : "pattern") line of \(shown(user ?? [])) \(arguments): code \(code)
              prompts \(prompts), reply "\(shown(reply))", compares \(crypts), answers \(answers), \
            faults \(World[FUZZ_FAULTS]), absent \(World[FUZZ_ABSENT]), waited \(World[FUZZ_WAITED])
              was \(before.slot.map { "\($0)" } ?? "none")
              is \(after.slot.map { "\($0)" } ?? "none")
              log \(log)
            """
    }

    /// Everything that must hold.
    func check(forgivable: Set<UInt32>) {
        claim(World[FUZZ_OPEN] == 0, "no descriptor is left open")
        claim(EntryOutcome.codes.contains(code), "\(code) is a code of the table")
        if scene.flags & CInt(bitPattern: 0x8000) != 0 {
            claim(World[FUZZ_INFORMED] == 0, "PAM_SILENT is silent")
        }
        claim(World[FUZZ_INFORMED] <= 1, "a person is told one thing at most")
        checkLog()
        if isStrong {
            checkStrong(forgivable)
        } else {
            checkCounts()
            if code == PAM_SUCCESS { checkSuccess() } else { checkRefusal() }
            if scene.isPlain { checkPlain() }
        }
    }

    /// A success exists only as the outcome of a compare.
    private func checkSuccess() {
        checkRules()
        let (phrase, setting) = (World.text(FUZZ_PHRASE), World.text(FUZZ_SETTING))
        guard answers == 0 else {
            claim(crypts == 0, "the checker compares, or the module")
            return checkAnswer()
        }
        claim(crypts > 0, "libcrypt was called")
        let fields = EntryRecord.fields(scene.record.text ?? [])
        claim(fields?["uid"] == Array("1000".utf8), "the record is of this uid")
        claim(fields?["name"] == Array("alice".utf8), "the record is of this name")
        claim(setting == fields?["hash"] && World.text(FUZZ_HASH) == setting, "the hashes are the same")
        claim(
            fields.map { phrase.starts(with: ($0["grid"] ?? []) + Array(":".utf8)) } ?? false,
            "the grid is the record's")
        claim(isSpelling(of: phrase), "what was hashed is what was typed")
    }

    /// Whether the last reply stands for a canonical text.
    private func isSpelling(of canonical: [UInt8]) -> Bool {
        let text = String(decoding: canonical, as: UTF8.self)
        guard let side = text.first?.wholeNumberValue else { return false }
        let keypads = ["123456789", "789456123", "qweasdzxc"]
        return keypads.prefix(scene.mentions("keypad") ? 3 : 1).contains { symbols in
            NaiveReader(side: side, symbols: symbols).read(reply) == .pattern(String(text.dropFirst(4)))
        }
    }

    /// What stands against a success whatever was typed.
    private func checkRules() {
        claim(EntryOutcome.uid(of: user) == EntryScene.alice, "the account has a pattern")
        claim(scene.remoteHost.isEmpty || scene.mentions("remote"), "the caller is local, or may be remote")
        let real = World[FUZZ_REAL_USER]
        claim(
            real == 0 || real == Int(EntryScene.alice) || scene.mentions("others"),
            "the process is hers, or may be others'")
        claim(scene.service != Array("patternctl-strong".utf8), "that service asks for the password")
        let isRoot = World[FUZZ_EFFECTIVE_USER] == 0
        claim(!scene.isLockedAccount || !isRoot || !isFaultless, "the account is not locked")
        claim(
            answers > 0 || scene.record.mode & ~0o640 == 0 || !isFaultless, "the record is not open to others"
        )
    }

    /// The checker said so, to this very request.
    private func checkAnswer() {
        claim(World[FUZZ_EFFECTIVE_USER] != 0, "root asks no checker")
        let request = World.text(FUZZ_REQUEST)
        let canonical = Array(request.dropFirst(14))
        let head = Array("pampat-1t".utf8) + [0xe8, 3, 0, 0] + [UInt8(clamping: canonical.count)]
        claim(Array(request.prefix(14)) == head, "the request is to try for this uid")
        claim(isSpelling(of: canonical), "the request has what was typed")
        let said = World.all(FUZZ_ANSWERS)
        let answer =
            World[FUZZ_ANSWERED] <= said.count ? Array(said[World[FUZZ_ANSWERED] - 1].dropFirst()) : []
        claim(answer.starts(with: Array("PAMPAT-1".utf8) + [2]), "the checker said right")
        claim(answer.count >= 18 && answer.count == 18 + Int(answer[17]), "the checker's frame is whole")
    }

    private func checkRefusal() {
        if code == PAM_IGNORE {
            claim(scene.mentions("nouserok"), "only nouserok ignores")
            let isAbsent = scene.record.text == nil || EntryOutcome.uid(of: user) != EntryScene.alice
            claim(
                isAbsent || scene.namesStore || World[FUZZ_ABSENT] > 0 || answers > 0, "an absence was proven"
            )
        }
        if [PAM_IGNORE, PAM_PERM_DENIED, PAM_USER_UNKNOWN].contains(code), isFaultless, answers == 0 {
            claim(prompts == 0, "nothing is asked where no pattern applies")
        }
        if code == PAM_SERVICE_ERR { claim(prompts == 0, "nothing is asked with a bad setting") }
        claim(code != PAM_AUTH_ERR || prompts > 0, "nothing is wrong that was not typed")
        guard crypts > 0 else { return }
        let isSame = !World.text(FUZZ_HASH).isEmpty && World.text(FUZZ_HASH) == World.text(FUZZ_SETTING)
        // It may have no memory left for the hash that libcrypt made.
        let isUnread = code == PAM_AUTHINFO_UNAVAIL && !isFaultless
        claim(!isSame || isUnread, "the right pattern opens")
    }

    /// Each compare was counted before, and nothing takes a count back but a right pattern.
    private func checkCounts() {
        claim(
            before.bob == after.bob || EntryOutcome.uid(of: user) == EntryScene.bob,
            "nobody else's tries change")
        guard let was = before.slot else {
            return claim(crypts == 0, "nothing is compared that can't be counted")
        }
        guard let now = after.slot else { return claim(false, "attempts stay readable") }
        claim(now.last >= was.last && now.last - was.last >= UInt64(crypts), "each compare is counted")
        claim(now.last - was.last <= UInt64(max(prompts, 0)), "what was not typed is not counted")
        if code != PAM_SUCCESS {
            claim(now.clearedTo == was.clearedTo && now.total >= was.total, "a refusal forgives nothing")
        }
        claim(
            now.totalFrom == was.totalFrom && now.strongSeconds == was.strongSeconds,
            "only the password forgives all")
        let tries = scene.mentions("tries") ? 10 : 1
        claim(prompts <= tries, "no more is asked than told")
        if answers == 0 {
            claim(
                World[FUZZ_WAITED] <= 3_016 + 216 * prompts,
                "\(World[FUZZ_WAITED]) ms: a login is not held up")
        }
        let usesDefaults = !["deny", "waits", "budget"].contains { scene.mentions($0) }
        let isThere = World[FUZZ_WALLED] == 0 && EntryOutcome.uid(of: user) == EntryScene.alice && isFaultless
        if usesDefaults, isThere, let rest = lockBefore, rest > 5 {
            claim(crypts == 0 && prompts == 0, "nothing is asked while it is locked")
        }
    }

    private var lockBefore: Int? {
        let boot = scene.boot.flatMap { EntryScene.boots.contains($0) ? NaiveBoot.bytes($0) : nil }
        return before.slot?.lock(boot: boot, seconds: start / 1000)
    }

    /// The strong line forgives the account of the line before it, where that did not open.
    private func checkStrong(_ forgivable: Set<UInt32>) {
        claim([PAM_IGNORE, PAM_SERVICE_ERR, PAM_BUF_ERR].contains(code), "the strong line decides nothing")
        claim(prompts == 0 && crypts == 0 && answers == 0, "the strong line asks nothing")
        claim(World[FUZZ_WAITED] <= 216, "\(World[FUZZ_WAITED]) ms: a login is not held up")
        let mayForgive = { (uid: UInt32) in forgivable.contains(uid) && EntryOutcome.uid(of: user) == uid }
        claim(
            mayForgive(EntryScene.alice) || before.alice == after.alice,
            "alice is forgiven after her line alone")
        claim(
            mayForgive(EntryScene.bob) || before.bob == after.bob,
            "bob is forgiven after his line alone")
        guard let was = before.slot, let now = after.slot else { return }
        claim(now.last == was.last && now.total <= was.total, "the password counts nothing")
    }

    /// Where nothing stands against it, the right pattern opens, and a wrong one is counted.
    private func checkPlain() {
        guard user == scene.user, before.slot?.uid == UInt64(EntryScene.alice) else {
            return
        }
        if let rest = lockBefore {
            guard rest > 1 else { return }
            claim(code == PAM_MAXTRIES, "\(code): locked for \(rest) s")
        } else if prompts == 0 {
            claim(code == PAM_CONV_ERR, "\(code): nobody was asked")
        } else if isSpelling(of: scene.record.pattern) {
            claim(code == PAM_SUCCESS, "\(code): the right pattern opens")
        } else if crypts > 0 {
            claim(code == PAM_AUTH_ERR && World[FUZZ_DELAYS] == 1, "\(code): a wrong pattern is delayed")
        }
    }

    /// Nothing that was typed is in the log, nor a line that somebody else made.
    private func checkLog() {
        let lines = World.all(FUZZ_LOG)
        let isTelling = reply.count >= 6 && reply.allSatisfy { (0x2c...0x3a).contains($0) }
        let known =
            scene.arguments + scene.strongArguments + World.all(FUZZ_LOGIN)
            + [scene.conf ?? [], scene.remoteHost, scene.service, user ?? []]
        if isTelling, !known.contains(where: { $0.holds(reply) }) {
            claim(!lines.contains { $0.holds(reply) }, "what was typed is not in the log")
        }
        // In front stands the service, by libpam; behind may stand a path that root wrote into a PAM file.
        for line in lines {
            guard let start = line.start(of: "logname="), let end = line.start(of: " reason=") else {
                continue
            }
            let isOne = start >= end || line[start..<end].allSatisfy { (0x20...0x7e).contains($0) }
            claim(isOne, "a line of the log is one line: \(String(decoding: line, as: UTF8.self))")
        }
    }
}
