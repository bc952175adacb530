import PatternGrid
import PatternVault
import TestSupport
import Testing

/// Whether anything is to be asked at all: the first that applies decides.
struct VerifierAdmitTests {
    /// What a store and its settings can have against a try.
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let admission: Admission
        var settings = Settings()
        var isRemote = false
        var isLocked = false
        /// Spoils a store in which all is well.
        var spoil: @Sendable (TestStore) throws -> Void = { _ in }

        init(_ description: String, _ admission: Admission) {
            self.description = description
            self.admission = admission
        }

        init(_ description: String, _ verdict: Verdict) {
            self.init(description, .refused(verdict))
        }

        /// The same with something spoilt.
        func spoilt(_ spoil: @escaping @Sendable (TestStore) throws -> Void) -> Row {
            var row = self
            row.spoil = spoil
            return row
        }

        /// The same with other settings.
        func with(_ change: (inout Row) -> Void) -> Row {
            var row = self
            change(&row)
            return row
        }
    }

    private static func lock(_ store: TestStore) throws {
        try store.folder.write(
            SlotImage(failures: 5).file(), to: TestStore.attemptsFile(), mode: 0o660)
    }

    static let rows = [
        Row("all is well", .ready(.phone)),
        Row("a rule comes before a store that is not there", .refused(.remote))
            .with { $0.isRemote = true }.spoilt { try $0.folder.remove("store") },
        Row("a rule comes before a lock", .refused(.lockedAccount))
            .with { $0.isLocked = true }.spoilt { try lock($0) },
        Row("no store", .storeUnusable(StoreError(.store, .system(.noSuchFile))))
            .spoilt { try $0.folder.remove("store") },
        Row("a store that others may write to", .storeUnusable(StoreError(.store, .mode)))
            .spoilt { try $0.folder.setMode(0o777, of: "store") },
        Row(
            "no folder of credentials: nobody is proven absent",
            .storeUnusable(
                StoreError(.credentials, .system(.noSuchFile)))
        )
        .spoilt { try $0.folder.remove("store/credentials") },
        Row("not enrolled", .notEnrolled)
            .spoilt { try $0.folder.remove(TestStore.file()) },
        Row("not enrolled, and no attempts", .notEnrolled)
            .spoilt {
                try $0.folder.remove(TestStore.file())
                try $0.folder.remove("store/attempts")
            },
        Row("not enrolled comes before a lock that was left", .notEnrolled)
            .spoilt {
                try $0.folder.remove(TestStore.file())
                try lock($0)
            },
        Row("a record of another name", .storeUnusable(StoreError(.credential, .account)))
            .spoilt {
                let record = Sample.record.replacing("name=alice", with: "name=bob")
                try $0.folder.write(record.bytes, to: TestStore.file())
            },
        Row(
            "a hash of an unknown method comes before a lock",
            .storeUnusable(
                StoreError(.credential, .unknownMethod))
        )
        .spoilt {
            let record = Sample.record.replacing(Sample.hash, with: "BVI43XtDnraMo")
            try $0.folder.write(record.bytes, to: TestStore.file())
            try lock($0)
        },
        Row("no attempts", .storeUnusable(StoreError(.attempts, .system(.noSuchFile))))
            .spoilt { try $0.folder.remove(TestStore.attemptsFile()) },
        Row("no folder of attempts", .storeUnusable(StoreError(.attemptsFolder, .system(.noSuchFile))))
            .spoilt { try $0.folder.remove("store/attempts") },
        Row("attempts of a wrong size", .storeUnusable(StoreError(.attempts, .size)))
            .spoilt { try $0.folder.write([], to: TestStore.attemptsFile(), mode: 0o660) },
        Row("attempts without a slot", .storeUnusable(StoreError(.attempts, .format)))
            .spoilt {
                let zeros = [UInt8](repeating: 0, count: 8_192)
                try $0.folder.write(zeros, to: TestStore.attemptsFile(), mode: 0o660)
            },
        Row("locked", .locked(.seconds(60))).spoilt { try lock($0) },
        Row("locked for good by the budget, before a wait", .locked(.untilStrongFactor))
            .with { $0.settings.schedule.budget = 5 }.spoilt { try lock($0) },
        Row(
            "unusable attempts come before the password being due",
            .storeUnusable(
                StoreError(.attempts, .size))
        )
        .with { $0.settings.strongAfterBoot = true }
        .spoilt { try $0.folder.write([], to: TestStore.attemptsFile(), mode: 0o660) },
        Row("not enrolled comes before the password being due", .notEnrolled)
            .with { $0.settings.strongAfterBoot = true }
            .spoilt { try $0.folder.remove(TestStore.file()) },
        Row("the password is due since boot", .refused(.strongFactorDue))
            .with { $0.settings.strongAfterBoot = true },
        Row("the password is due since an hour", .refused(.strongFactorDue))
            .with { $0.settings.strongEveryHours = 1 },
        Row("a rule comes before a lock: the password is due", .refused(.strongFactorDue))
            .with { $0.settings.strongAfterBoot = true }.spoilt { try lock($0) },
        Row("the password was used since boot", .ready(.phone))
            .with { $0.settings.strongAfterBoot = true }
            .spoilt {
                var slot = SlotImage()
                slot.strongBoot = [UInt8](1...16)
                slot.strongSeconds = 10
                try $0.folder.write(slot.file(), to: TestStore.attemptsFile(), mode: 0o660)
            },
    ]

    @Test(arguments: rows)
    func decides(row: Row) throws {
        let store = try TestStore.counting()
        try row.spoil(store)
        let caller = Caller(
            realUser: 1_000, effectiveUser: 0, service: "sudo".bytes, isRemote: row.isRemote)
        let verifier = store.verifier(row.settings, clock: TestClock())
        let admission = verifier.admit(Sample.account, isLocked: row.isLocked, caller: caller)
        #expect(admission == row.admission)
        guard row.isRemote || row.isLocked else {
            let alone = verifier.admit(Sample.account)
            #expect(alone == row.admission, "by the store alone, as for the checker")
            return
        }
    }

    /// What refuses before the question refuses after it too: it may have come up meanwhile.
    @Test(arguments: rows)
    func judgesTheSame(row: Row) throws {
        guard case .refused(let verdict) = row.admission, !row.isRemote, !row.isLocked else { return }
        let store = try TestStore.counting()
        try row.spoil(store)
        let file = store.folder.path(of: TestStore.attemptsFile())
        let before = try? HeldLock(file).contents()
        var verifier = store.verifier(row.settings, clock: TestClock())
        let judged = try verifier.judge(Sample.drawing)
        #expect(judged == verdict)
        let after = try? HeldLock(file).contents()
        #expect(after == before, "not counted")
    }

    @Test func tellsTheGridOfTheRecord() throws {
        let grid = try #require(Grid(side: 4))
        let store = try TestStore.counting(
            credential: try Sample.credential(grid: grid, hash: Sample.largeHash))
        let admission = store.verifier(clock: TestClock()).admit(Sample.account)
        #expect(admission == .ready(grid))
    }

    @Test func countsNothingAndWaitsForNoLock() throws {
        let store = try TestStore.counting(SlotImage(failures: 4))
        let held = try HeldLock(store.folder.path(of: TestStore.attemptsFile()))
        try #require(held.take())
        let before = try held.contents()
        let clock = TestClock()
        for _ in 0..<10 {
            let admission = store.verifier(clock: clock).admit(Sample.account)
            #expect(admission == .ready(.phone))
        }
        #expect(clock.pauses == [])
        #expect(try held.contents() == before)
    }
}
