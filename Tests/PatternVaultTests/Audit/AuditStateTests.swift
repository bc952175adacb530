import Foundation
import PatternGrid
import PatternVault
import Testing

/// What an audit keeps between runs.
struct AuditStateTests {
    private static let text = """
        pam_pattern audit 1
        order=00c0ffee00c0ffee
        0 0000000000000000 tried 0
        1000 0123456789abcdef tried 250
        4294967295 fedcba9876543210 found 10 100

        """

    private static var state: AuditState {
        var state = AuditState(order: 0x00c0_ffee_00c0_ffee)
        state.entries = [
            4_294_967_295: .init(fingerprint: 0xfedc_ba98_7654_3210, progress: .found(10..<100)),
            1_000: .init(fingerprint: 0x0123_4567_89ab_cdef, progress: .tried(250)),
            0: .init(fingerprint: 0, progress: .tried(0)),
        ]
        return state
    }

    @Test func writesOneForm() {
        #expect(String(Self.state.text) == Self.text)
    }

    @Test func readsWhatItWrites() {
        #expect(AuditState(parsing: Self.text.bytes) == Self.state)
        let empty = AuditState(order: 7)
        #expect(AuditState(parsing: empty.text) == empty)
    }

    @Test(arguments: [
        ("", "nothing"),
        ("pam_pattern audit 2\norder=00c0ffee00c0ffee\n", "a later version"),
        ("pam_pattern audit 1\n", "no order"),
        ("pam_pattern audit 1\norder=0\n", "a short order"),
        ("pam_pattern audit 1\norder=00C0FFEE00C0FFEE\n", "another spelling"),
        ("pam_pattern audit 1\norder=00c0ffee00c0ffee", "cut before the last line feed"),
        (text + "\n", "an empty line more"),
        (text + "1001 0123456789abcdef tried", "half a line"),
        (text + "1001 0123456789abcdef tried \n", "no number"),
        (text + "1001 0123456789abcdef tried 1 2\n", "a number too many"),
        (text + "1001 0123456789abcdef found 1\n", "a number too few"),
        (text + "1001 0123456789abcdef found 1 1\n", "found among none"),
        (text + "1001 0123456789abcdef found 2 1\n", "backwards"),
        (text + "1001 0123456789abcdef found 1 2 3\n", "a word too many"),
        (text + "1001 0123456789abcdef lost 1\n", "another word"),
        (text + "1000 0123456789abcdef tried 1\n", "a uid twice"),
        (text + "4294967296 0123456789abcdef tried 1\n", "no uid"),
        (text + "-1 0123456789abcdef tried 1\n", "a negative one"),
        (text + "1001 0123456789abcdef tried 99999999999999999999\n", "a number beyond all"),
    ])
    func refusesAnythingElse(text: String, why: String) {
        #expect(AuditState(parsing: text.bytes) == nil, "\(why)")
    }

    @Test func everyPrefixIsRefusedOrWhole() {
        let bytes = Self.text.bytes
        for length in 0..<bytes.count {
            let isWhole = length > 42 && bytes[length - 1] == UInt8(ascii: "\n")
            #expect((AuditState(parsing: Array(bytes.prefix(length))) != nil) == isWhole, "\(length)")
        }
    }

    @Test func tellsCredentialsApart() throws {
        func fingerprint(_ hash: String, side: Int = 3) throws -> UInt64 {
            Credential(
                uid: 1, name: "a".bytes, grid: try #require(Grid(side: side)),
                hash: try present(PatternHash(hash.bytes.span)), enrolled: 0
            ).fingerprint
        }
        #expect(try fingerprint("$5$a$b") == fingerprint("$5$a$b"))
        #expect(try fingerprint("$5$a$b") != fingerprint("$5$a$c"))
        #expect(try fingerprint("$5$a$b") != fingerprint("$5$a$b", side: 4))
    }

    @Test func keepsItForTheOwnerAlone() throws {
        let store = try TestStore()
        let file = try AuditFile(of: store.location)
        #expect(try file.load() == nil)
        try file.save(Self.state)
        #expect(try file.load() == Self.state)
        let status = try System.status(
            of: System.open(store.folder.vaultPath(of: "store/audit"), flags: .read))
        #expect(status.mode == 0o600 && status.uid == geteuid())
        try file.save(AuditState(order: 1))
        #expect(try file.load() == AuditState(order: 1))
        #expect(try store.folder.names(in: "store") == ["audit", "credentials"])
        try file.remove()
        try file.remove()
        #expect(try store.folder.names(in: "store") == ["credentials"])
    }

    @Test func isForOneAtATime() throws {
        let store = try TestStore()
        do {
            let first = try AuditFile(of: store.location)
            #expect(throws: StoreError(.audit, .busy)) { _ = try AuditFile(of: store.location) }
            try first.remove()
        }
        _ = try AuditFile(of: store.location)
    }

    private static let faults: [(String, StoreError.Problem, @Sendable (TestStore) throws -> Void)] = [
        ("readable by the group", .mode, { try $0.folder.setMode(0o640, of: "store/audit") }),
        ("writable by others", .mode, { try $0.folder.setMode(0o602, of: "store/audit") }),
        ("with a second name", .links, { try $0.folder.makeHardLink("store/other", to: "store/audit") }),
        ("damaged", .format, { try $0.folder.write("x".bytes, to: "store/audit", mode: 0o600) }),
        ("empty", .format, { try $0.folder.write([], to: "store/audit", mode: 0o600) }),
        (
            "a link", .system(.symbolicLink),
            {
                try $0.folder.remove("store/audit")
                try $0.folder.makeSymbolicLink("store/audit", to: "credentials")
            }
        ),
        (
            "a folder", .kind,
            {
                try $0.folder.remove("store/audit")
                try $0.folder.makeFolder("store/audit", mode: 0o600)
            }
        ),
    ]

    @Test(arguments: faults.indices)
    func refusesAFileThatIsNotWhole(row: Int) throws {
        let (name, problem, spoil) = Self.faults[row]
        let store = try TestStore()
        let file = try AuditFile(of: store.location)
        try file.save(Self.state)
        try spoil(store)
        #expect(throws: StoreError(.audit, problem), "\(name)") { try file.load() }
    }

    @Test func refusesAFileOfAnotherOwner() throws {
        guard TestStore.isRoot else { return }
        let store = try TestStore()
        let file = try AuditFile(of: store.location)
        try file.save(Self.state)
        try store.folder.setOwner(geteuid() + 1, of: "store/audit")
        #expect(throws: StoreError(.audit, .owner)) { try file.load() }
    }

    @Test func keepsTheOldStateWhenACallFails() throws {
        let store = try TestStore()
        let file = try AuditFile(of: store.location)
        try file.save(AuditState(order: 1))
        let calls = try recordingCalls { try file.save(AuditState(order: 1)) }
        for call in Set(calls) {
            for turn in 1...calls.count(where: { $0 == call }) {
                try failing(call, turn, with: .inputOutput) {
                    #expect(throws: StoreError(.audit, .system(.inputOutput))) { try file.save(Self.state) }
                }
                #expect(try file.load() == AuditState(order: 1), "\(call) \(turn)")
                #expect(try store.folder.names(in: "store") == ["audit", "credentials"])
            }
        }
    }
}
