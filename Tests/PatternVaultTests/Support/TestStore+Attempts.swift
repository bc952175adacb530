import PatternGrid
import PatternVault
import TestSupport

/// The attempts beside a test's records.
extension TestStore {
    /// The name of a user's attempts below ``folder``.
    static func attemptsFile(_ uid: UInt32 = 1_000) -> String { "store/attempts/\(uid)" }

    /// Makes a store with a record and attempts in it, both written without the code under test.
    static func counting(
        _ slot: SlotImage = SlotImage(), second: SlotImage? = nil, hash: String = Sample.hash
    ) throws -> TestStore {
        let store = try TestStore.enrolled()
        let record = Sample.record.replacing(Sample.hash, with: hash)
        try store.folder.write(record.bytes, to: file())
        try store.makeAttempts(slot.file(second: second))
        return store
    }

    /// Makes a store with this record and unused attempts in it.
    static func counting(credential: Credential) throws -> TestStore {
        let store = try TestStore()
        try store.folder.write(credential.text, to: file(credential.uid))
        try store.makeAttempts(SlotImage().file())
        return store
    }

    /// Makes the folder of attempts, with a user's file in it.
    func makeAttempts(_ contents: [UInt8], mode: UInt32 = 0o660) throws {
        try folder.makeFolder("store/attempts", mode: 0o750)
        try folder.write(contents, to: Self.attemptsFile(), mode: mode)
    }

    /// Opens a user's attempts.
    func open(_ uid: UInt32 = 1_000) throws(StoreError) -> AttemptsFile {
        try AttemptsFile(uid: uid, in: StoreFolder(.attempts, of: location))
    }

    /// Opens and reads them.
    func attempts(_ uid: UInt32 = 1_000) throws(StoreError) -> Attempts {
        try open(uid).read()
    }

    /// Whoever decides on this store.
    func verifier<SomeClock: Clock>(
        _ settings: Settings = Settings(), clock: SomeClock
    ) -> Verifier<SomeClock> {
        Verifier(settings: settings, store: location, clock: clock)
    }
}

extension Sample {
    /// The account that the record is of.
    static let account = Account(name: "alice".bytes, uid: 1_000)

    /// Another drawing than that of the record.
    static let otherDrawing = "7-4-1-6-8-5-3"
}

extension Verifier {
    /// Decides on a line that was typed.
    mutating func judge(_ typed: String, grid: Grid = .phone) throws -> Verdict {
        judge(try Secret.text(typed), account: Sample.account, grid: grid)
    }
}

extension AttemptsFile {
    /// Counts a try under the lock; gives its number.
    func count(patience: inout Int, clock: TestClock) throws(StoreError) -> UInt64 {
        let now = clock.now
        let result: Result<UInt64, Never> = try change(
            patience: &patience, clock: clock, isSynced: true
        ) { attempts in .success(attempts.count(at: now)) }
        return result.get()
    }

    /// The same, waiting as long as a call may.
    func count(clock: TestClock) throws(StoreError) -> UInt64 {
        var patience = 3_000
        return try count(patience: &patience, clock: clock)
    }
}
