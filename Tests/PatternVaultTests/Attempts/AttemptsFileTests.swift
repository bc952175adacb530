import Foundation
import PatternVault
import TestSupport
import Testing

/// Opening attempts, and believing the right slot.
struct AttemptsFileTests {
    private static let file = TestStore.attemptsFile()

    private static func failures(_ store: TestStore) throws(StoreError) -> Int {
        try store.attempts().failures
    }

    // MARK: Opening

    @Test(arguments: [0o660, 0o640, 0o600] as [UInt32])
    func opensAFileThatPermitsNoMoreThanItMay(mode: UInt32) throws {
        let store = try TestStore.counting(SlotImage(failures: 3))
        try store.folder.setMode(mode, of: Self.file)
        #expect(try Self.failures(store) == 3)
    }

    @Test(arguments: [0o661, 0o664, 0o662, 0o666, 0o670, 0o760, 0o1660, 0o2660, 0o4660] as [UInt32])
    func refusesAnyOtherMode(mode: UInt32) throws {
        let store = try TestStore.counting()
        try store.folder.setMode(mode, of: Self.file)
        #expect(throws: StoreError(.attempts, .mode)) { _ = try store.attempts() }
    }

    @Test(arguments: [0, 1, 120, 4_096, 8_191, 8_193, 16_384])
    func refusesAnyOtherSize(size: Int) throws {
        let store = try TestStore.counting()
        let contents = SlotImage().file() + SlotImage().file()
        try store.folder.write(Array(contents.prefix(size)), to: Self.file, mode: 0o660)
        #expect(throws: StoreError(.attempts, .size)) { _ = try store.attempts() }
    }

    @Test func isUnusableWhereNoneAre() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        #expect(throws: StoreError(.attempts, .system(.noSuchFile))) { _ = try store.attempts() }
        try store.folder.remove("store/attempts")
        #expect(throws: StoreError(.attemptsFolder, .system(.noSuchFile))) { _ = try store.attempts() }
    }

    @Test(arguments: [
        (S_IFIFO, StoreError.Problem.kind, "a FIFO: must not hang either"),
        (S_IFSOCK, .system(Errno(ENXIO)), "a socket"),
    ])
    func refusesSpecialFiles(kind: mode_t, problem: StoreError.Problem, why: String) throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        try store.folder.makeSpecialFile(Self.file, kind: kind)
        #expect(throws: StoreError(.attempts, problem), "\(why)") { _ = try store.attempts() }
    }

    @Test func refusesAFolder() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        try store.folder.makeFolder(Self.file, mode: 0o700)
        #expect(throws: StoreError(.attempts, .system(Errno(EISDIR)))) { _ = try store.attempts() }
    }

    @Test func refusesLinks() throws {
        let store = try TestStore.counting()
        try store.folder.makeHardLink("elsewhere", to: Self.file)
        #expect(throws: StoreError(.attempts, .links)) { _ = try store.attempts() }
        try store.folder.remove(Self.file)
        try store.folder.makeSymbolicLink(Self.file, to: store.folder.path(of: "elsewhere"))
        #expect(throws: StoreError(.attempts, .system(.symbolicLink))) { _ = try store.attempts() }
    }

    @Test(.enabled(if: TestStore.isRoot, "only root gives files away"))
    func refusesAnotherOwnerOrGroup() throws {
        let store = try TestStore.counting()
        try store.folder.setOwner(group: 54_321, of: Self.file)
        #expect(throws: StoreError(.attempts, .group)) { _ = try store.attempts() }
        try store.folder.setOwner(54_321, of: Self.file)
        #expect(throws: StoreError(.attempts, .owner)) { _ = try store.attempts() }
        try store.folder.setOwner(group: 54_321, of: "store/attempts")
        try store.folder.setOwner(0, of: Self.file)
        #expect(try Self.failures(store) == 0, "of the folder's own group it is usable")
        try store.folder.setOwner(54_321, of: "store/attempts")
        #expect(throws: StoreError(.attemptsFolder, .owner)) { _ = try store.attempts() }
    }

    @Test(arguments: [0o751, 0o755, 0o770, 0o2750] as [UInt32])
    func refusesAFolderThatPermitsMore(mode: UInt32) throws {
        let store = try TestStore.counting()
        try store.folder.setMode(mode, of: "store/attempts")
        #expect(throws: StoreError(.attemptsFolder, .mode)) { _ = try store.attempts() }
    }

    // MARK: Two slots

    /// What is in the blocks, what is believed, and which block the next count takes.
    struct Blocks: Sendable {
        let first: [UInt8]
        let second: [UInt8]
        let failures: Int
        let next: (block: Int, sequence: UInt64)
        let why: Comment
    }

    private static func slot(_ sequence: UInt64, _ failures: UInt64) -> [UInt8] {
        SlotImage(sequence: sequence, failures: failures).bytes
    }

    /// A slot whose second half was not written.
    private static func torn(_ sequence: UInt64, _ failures: UInt64) -> [UInt8] {
        Array(slot(sequence, failures).prefix(60))
    }

    @Test(arguments: [
        Blocks(first: slot(1, 0), second: [], failures: 0, next: (1, 2), why: "as it is made"),
        Blocks(first: [], second: slot(1, 2), failures: 2, next: (0, 2), why: "the second alone"),
        Blocks(first: slot(9, 4), second: slot(8, 3), failures: 4, next: (1, 10), why: "the first is newer"),
        Blocks(first: slot(8, 3), second: slot(9, 4), failures: 4, next: (0, 10), why: "the second is newer"),
        Blocks(first: slot(9, 0), second: slot(8, 3), failures: 0, next: (1, 10), why: "newer, though less"),
        Blocks(
            first: slot(255, 3), second: slot(256, 4), failures: 4, next: (0, 257), why: "by all its bytes"),
        Blocks(
            first: slot(1 << 63, 4), second: slot(1, 3), failures: 4, next: (1, 1 << 63 + 1), why: "unsigned"),
        Blocks(first: torn(9, 4), second: slot(8, 3), failures: 3, next: (0, 9), why: "the newest is torn"),
        Blocks(first: slot(8, 3), second: torn(9, 4), failures: 3, next: (1, 9), why: "the newest is torn"),
        Blocks(
            first: [UInt8](repeating: 0xff, count: 4_096), second: slot(8, 3), failures: 3, next: (0, 9),
            why: "a block of flash that was erased"),
    ])
    func believesTheNewerValidSlotAndWritesOverTheOther(blocks: Blocks) throws {
        let store = try TestStore.counting()
        let contents = [blocks.first, blocks.second].map { SlotImage.block($0) }
        try store.folder.write(contents[0] + contents[1], to: Self.file, mode: 0o660)
        #expect(try Self.failures(store) == blocks.failures, blocks.why)
        let number = try store.open().count(clock: TestClock())
        #expect(number == UInt64(blocks.failures + 1), blocks.why)

        let after = try store.folder.contents(of: Self.file)
        #expect(after.count == 8_192)
        let halves = [Array(after[..<4_096]), Array(after[4_096...])]
        let (written, kept) = (blocks.next.block, 1 - blocks.next.block)
        #expect(halves[kept] == contents[kept], "\(blocks.why): the one that was believed stays")
        var expected = SlotImage(sequence: blocks.next.sequence, failures: UInt64(blocks.failures + 1))
        expected.countedSeconds = 1_000
        #expect(Array(halves[written][..<120]) == expected.bytes, blocks.why)
        #expect(halves[written][120...] == contents[written][120...], "nothing else is touched")
        #expect(try Self.failures(store) == blocks.failures + 1)
    }

    @Test(
        arguments: [
            ([], [], "never written"), (torn(9, 4), torn(8, 3), "both torn"),
            ([UInt8](repeating: 0xff, count: 4_096), [UInt8](repeating: 0xff, count: 4_096), "erased"),
        ] as [([UInt8], [UInt8], String)])
    func isDamagedWhereNoSlotIsValid(first: [UInt8], second: [UInt8], why: String) throws {
        let store = try TestStore.counting()
        let contents = SlotImage.block(first) + SlotImage.block(second)
        try store.folder.write(contents, to: Self.file, mode: 0o660)
        #expect(throws: StoreError(.attempts, .format), "\(why)") { _ = try store.attempts() }
        #expect(throws: StoreError(.attempts, .format), "\(why)") {
            _ = try store.open().count(clock: TestClock())
        }
        #expect(try store.folder.contents(of: Self.file) == contents, "nothing is made of it")
    }

    @Test func refusesTheAttemptsOfAnotherUid() throws {
        var other = SlotImage(sequence: 5)
        other.uid = 1_001
        let stores = [try TestStore.counting(other), try TestStore.counting(SlotImage(), second: other)]
        for store in stores {
            #expect(throws: StoreError(.attempts, .account)) { _ = try store.attempts() }
        }
    }

    // MARK: Changing

    @Test func leavesTheFileAloneWhenTheChangeIsRefused() throws {
        struct No: Error {}
        let store = try TestStore.counting(SlotImage(failures: 2))
        let before = try store.folder.contents(of: Self.file)
        let file = try store.open()
        let plan = Faults(.open, turn: 0, error: .inputOutput)
        try Faults.$plan.withValue(plan) {
            var patience = 0
            let result: Result<Void, No> = try file.change(
                patience: &patience, clock: TestClock(), isSynced: true
            ) { attempts in
                attempts.forgiveAll()
                return .failure(No())
            }
            #expect(throws: No.self) { try result.get() }
        }
        #expect(!plan.calls.contains(.write) && !plan.calls.contains(.syncData))
        #expect(try store.folder.contents(of: Self.file) == before)
        #expect(try HeldLock(store.folder.path(of: Self.file)).take(), "the lock is given back")
    }

    @Test(arguments: [true, false])
    func syncsOnlyWhenItIsTold(isSynced: Bool) throws {
        let store = try TestStore.counting()
        let file = try store.open()
        let plan = Faults(.open, turn: 0, error: .inputOutput)
        try Faults.$plan.withValue(plan) {
            var patience = 0
            let _: Result<Void, Never> = try file.change(
                patience: &patience, clock: TestClock(), isSynced: isSynced
            ) { attempts in
                attempts.forgiveAll()
                return .success(())
            }
        }
        #expect(plan.calls.count { $0 == .syncData } == (isSynced ? 1 : 0))
        #expect(plan.calls.last == (isSynced ? .syncData : .write), "nothing comes after it")
    }

    /// The limit that would end the host by SIGXFSZ, before anything is written.
    @Test(arguments: [(0, false), (4_216, false), (8_191, false), (8_192, true)] as [(UInt, Bool)])
    func looksAtTheLimitOnFileSizesFirst(bytes: UInt, fits: Bool) async {
        await #expect(processExitsWith: .success) { [bytes, fits] in
            let store = try TestStore.counting()
            let before = try store.folder.contents(of: TestStore.attemptsFile())
            var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
            // SAFETY: `limit` lives through the call.
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            guard !fits else {
                #expect(try store.open().count(clock: TestClock()) == 1)
                return
            }
            #expect(throws: StoreError(.attempts, .sizeLimit)) {
                _ = try store.open().count(clock: TestClock())
            }
            #expect(try store.folder.contents(of: TestStore.attemptsFile()) == before)
            #expect(try store.attempts().failures == 0, "reading goes on")
        }
    }

    @Test(arguments: [System.Call.tryLock, .status, .read, .limit, .write, .syncData])
    func failsWithTheCallThatFails(call: System.Call) throws {
        for error in [ENOSPC, EIO, EROFS, ENOLCK, EDQUOT, ENOMEM].map({ Errno($0) }) {
            let store = try TestStore.counting(SlotImage(sequence: 4, failures: 2))
            let file = try store.open()
            Faults.$plan.withValue(Faults(call, turn: 1, error: error)) {
                #expect(throws: StoreError(.attempts, .system(error))) {
                    _ = try file.count(clock: TestClock())
                }
            }
            let held = try HeldLock(store.folder.path(of: Self.file))
            #expect(held.take(), "the lock is given back")
            #expect(try Self.failures(store) == (call == .syncData ? 3 : 2), "nothing gets lost")
        }
    }
}
