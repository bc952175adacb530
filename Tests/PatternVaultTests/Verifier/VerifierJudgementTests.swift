import PatternGrid
import PatternVault
import Testing

/// What is decided on what was typed.
struct VerifierJudgementTests {
    private func judge(
        _ typed: [UInt8], keypad: Keypad = .phone, against credential: Credential
    ) throws -> Verdict {
        var settings = Settings()
        settings.keypad = keypad
        let store = try TestStore.counting(credential: credential)
        var verifier = store.verifier(settings, clock: TestClock())
        return verifier.judge(try Secret.bytes(typed), account: Sample.account, grid: credential.grid)
    }

    @Test(arguments: [
        ("7-4-1-6-8-3", Keypad.phone, Verdict.right(wrongBefore: 0), "as it was enrolled"),
        ("741683", .phone, .right(wrongBefore: 0), "without separators"),
        ("7 1 6 8 3", .phone, .right(wrongBefore: 0), "without a node on the way"),
        ("3x3:7-4-1-6-8-3", .phone, .right(wrongBefore: 0), "as a pad prints it"),
        ("3x3:7-4-1-6-8-3", .letters, .right(wrongBefore: 0), "the same on another keypad"),
        ("147629", .numpad, .right(wrongBefore: 0), "on a number block"),
        ("zaqdxe", .letters, .right(wrongBefore: 0), "by letters"),
        ("7774116883", .phone, .right(wrongBefore: 0), "with keys that bounced"),
        ("741683", .numpad, .wrong, "the right keys on another keypad"),
        ("7-4-1-6-8", .phone, .wrong, "one node less"),
        ("7-4-1-6-8-3-9", .phone, .wrong, "one node more"),
        ("3-8-6-1-4-7", .phone, .wrong, "backwards"),
        ("7-4-1-8-6-3", .phone, .wrong, "two nodes the other way round"),
        ("1-2-3-6", .phone, .wrong, "another pattern"),
        ("", .phone, .typed(.empty), "nothing"),
        ("7-4-1", .phone, .typed(.tooShort), "the beginning, too short"),
        ("71", .phone, .typed(.tooShort), "three nodes after filling"),
        ("4x4:7-4-1-6-8-3", .phone, .typed(.notAPattern), "drawn on another grid"),
        ("hunter2", .phone, .typed(.notAPattern), "a password"),
        ("741683", .letters, .typed(.notAPattern), "digits where letters are meant"),
        ("741683\n", .phone, .typed(.notAPattern), "a line feed that came along"),
        ("741683\u{0}", .phone, .typed(.notAPattern), "a NUL behind it"),
        (" ", .phone, .typed(.notAPattern), "a blank"),
        (Sample.hash, .phone, .typed(.notAPattern), "the hash"),
    ])
    func judgesWhatWasTyped(typed: String, keypad: Keypad, verdict: Verdict, why: String) throws {
        #expect(try judge(typed.bytes, keypad: keypad, against: try Sample.credential()) == verdict, "\(why)")
    }

    /// A checker may have read the record long before the try comes: those of the new one are none of the old one's.
    @Test(arguments: [true, false])
    func judgesByNoRecordThatIsNotInPlace(isReplaced: Bool) throws {
        let store = try TestStore.counting()
        var verifier = store.verifier(clock: TestClock())
        let records = try present(try Records.open(Sample.account, in: store.location))
        let text = try Secret.bytes("3x3:7-4-1-6-8-3".bytes)
        if isReplaced { try store.replace(Sample.credential()) } else { _ = try store.remove() }
        let stale = StoreError(.credential, .system(.stale))
        #expect(verifier.judge(canonical: text, records) == .storeUnusable(stale))
        #expect(try store.attempts().total == 0)
        let now = verifier.judge(canonical: text, account: Sample.account)
        #expect(now == (isReplaced ? .right(wrongBefore: 0) : .notEnrolled))
    }

    @Test(arguments: [
        ("1-6-11-12-7", Verdict.right(wrongBefore: 0), "as it was enrolled"),
        ("4x4:1-6-11-12-7", .right(wrongBefore: 0), "as a pad prints it"),
        ("1 11 12 7", .right(wrongBefore: 0), "without a node on the way"),
        ("1-6-11-12", .wrong, "one node less"),
        ("3x3:1-6-2-7", .typed(.notAPattern), "drawn on another grid"),
        ("741683", .typed(.notAPattern), "digits where numbers are meant"),
        ("1-6-11-17", .typed(.notAPattern), "a node that the grid lacks"),
    ])
    func judgesOnTheGridOfTheRecord(typed: String, verdict: Verdict, why: String) throws {
        let credential = try Sample.credential(grid: try #require(Grid(side: 4)), hash: Sample.largeHash)
        #expect(try judge(typed.bytes, against: credential) == verdict, "\(why)")
    }

    /// The same nodes on another grid are another pattern: the grid is hashed with them.
    @Test func keepsGridsApart() throws {
        let credential = try Sample.credential(grid: try #require(Grid(side: 4)))
        #expect(try judge("7-4-1-6-8-3".bytes, against: credential) == .wrong)
    }

    /// Whether it is long enough to be chosen today decides nothing about what was chosen before.
    @Test func asksNoRuleForNewPatterns() throws {
        var settings = Settings()
        settings.minimumNodes = 36
        let store = try TestStore.counting(credential: try Sample.credential())
        var verifier = store.verifier(settings, clock: TestClock())
        #expect(try verifier.judge(Sample.drawing) == .right(wrongBefore: 0))
    }

    @Test(arguments: ["$y$", "$7$", "$6$rounds=x$abc$", "$gy$"])
    func tellsThatLibcryptFailed(hash: String) throws {
        let credential = try Sample.credential(hash: hash)
        #expect(try judge(Sample.drawing.bytes, against: credential) == .hashFailed(.crypt))
        #expect(try judge("123".bytes, against: credential) == .typed(.tooShort), "there is nothing to hash")
    }

    @Test(arguments: [511, 512, 4_096, 65_536])
    func takesTextOfAnyLength(length: Int) async {
        await #expect(processExitsWith: .success) { [length] in
            let store = try TestStore.counting(credential: try Sample.credential())
            var verifier = store.verifier(clock: TestClock())
            let digits = try Secret.bytes([UInt8](repeating: UInt8(ascii: "7"), count: length))
            let verdict = verifier.judge(digits, account: Sample.account, grid: .phone)
            #expect(verdict == .typed(.tooShort))
            let any = try Secret.bytes((0..<length).map { UInt8(truncatingIfNeeded: $0) })
            let other = verifier.judge(any, account: Sample.account, grid: .phone)
            #expect(other == .typed(.notAPattern))
        }
    }

    /// Of all patterns of four to seven nodes that begin as the right one does.
    @Test func isRightForOnePatternAlone() throws {
        let credential = try Sample.credential()
        var patterns: [String] = []
        PatternSpace(grid: .phone).forEach(lengths: 4...7) { nodes in
            let numbers = (0..<nodes.count).map { nodes[$0].number }
            if numbers.starts(with: [7, 4, 1]) {
                patterns.append(numbers.map(String.init).joined(separator: "-"))
            }
        }
        #expect(patterns.count == 266)
        let right = try patterns.filter { try judge($0.bytes, against: credential) == .right(wrongBefore: 0) }
        #expect(right == [Sample.drawing])
    }
}
