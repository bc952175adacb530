import Foundation
import PatternVault
import Synchronization
import TestSupport
import Testing

/// Making attempts, for root: when a pattern is enrolled, and to unlock.
struct ProvideAttemptsTests {
    private static let file = TestStore.attemptsFile()

    private static func provide(_ store: TestStore) throws(StoreError) -> Bool {
        try StoreFolder(.attempts, of: store.location).provideAttempts(uid: 1_000)
    }

    private static func inode(_ store: TestStore) throws -> UInt64 {
        try store.open().status().inode
    }

    @Test func makesThemWholeAndUnused() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        #expect(try Self.provide(store))
        #expect(try store.folder.contents(of: Self.file) == SlotImage(seconds: 0).unused.file())
        #expect(try store.attempts() == Attempts(uid: 1_000))
        let status = try store.open().status()
        #expect(status.mode == 0o660)
        #expect(status.uid == store.location.owner)
        #expect(try store.folder.names(in: "store/attempts") == ["1000"])
    }

    /// Every block is on the disk: a full disk later costs no count.
    @Test func makesThemWithoutHoles() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        #expect(try Self.provide(store))
        var status = stat()
        // SAFETY: the path is a C string and `status` lives through the call.
        try #require(unsafe stat(store.folder.path(of: Self.file), &status) == 0)
        #expect(status.st_blocks * 512 >= 8_192)
    }

    @Test(.enabled(if: TestStore.isRoot, "only root gives files away"))
    func givesThemTheFoldersGroup() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        try store.folder.setOwner(group: 54_321, of: "store/attempts")
        #expect(try Self.provide(store))
        #expect(try store.open().status().gid == 54_321)
    }

    @Test(arguments: [0, 3, 50] as [UInt64])
    func leavesUsableOnesAlone(failures: UInt64) throws {
        let store = try TestStore.counting(SlotImage(failures: failures))
        let (inode, contents) = (try Self.inode(store), try store.folder.contents(of: Self.file))
        let file = try store.open()
        #expect(try !Self.provide(store))
        #expect(try Self.inode(store) == inode)
        #expect(try store.folder.contents(of: Self.file) == contents)
        _ = try file.count(clock: TestClock())
        #expect(try store.attempts().failures == Int(failures) + 1, "a try under way is counted in it")
    }

    @Test(
        arguments: [
            ([], 0o660, "empty"),
            ([UInt8](repeating: 0, count: 8_192), 0o660, "no slot"),
            ([UInt8](repeating: 0, count: 8_191), 0o660, "a byte too short"),
            (SlotImage(failures: 9).file() + [0], 0o660, "a byte too long"),
            (SlotImage(failures: 9).file(), 0o666, "anybody may have written to it"),
        ] as [([UInt8], UInt32, String)])
    func makesDamagedOnesAnew(contents: [UInt8], mode: UInt32, why: String) throws {
        let store = try TestStore.counting()
        try store.folder.write(contents, to: Self.file, mode: mode)
        #expect(try Self.provide(store), "\(why)")
        #expect(try store.attempts().failures == 0, "\(why)")
    }

    @Test func makesThoseOfAnotherUidAnew() throws {
        var other = SlotImage()
        other.uid = 1_001
        let store = try TestStore.counting(other)
        #expect(try Self.provide(store))
        #expect(try store.attempts() == Attempts(uid: 1_000))
    }

    @Test func clearsWhatAnInterruptedOneLeft() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        try store.folder.write([1, 2, 3], to: "store/attempts/.new.1000", mode: 0o600)
        #expect(try Self.provide(store))
        #expect(try store.folder.names(in: "store/attempts") == ["1000"])
    }

    @Test(arguments: [
        System.Call.lock, .open, .changeOwner, .changeMode, .write, .sync, .renameNew,
    ])
    func leavesNothingHalfMade(call: System.Call) throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        let folder = try StoreFolder(.attempts, of: store.location)
        // The first open is that of the attempts themselves, to see whether they are there.
        let plan = Faults(call, turn: call == .open ? 2 : 1, error: Errno(ENOSPC))
        Faults.$plan.withValue(plan) {
            #expect(throws: StoreError(.attempts, .system(Errno(ENOSPC)))) {
                _ = try folder.provideAttempts(uid: 1_000)
            }
        }
        #expect(try store.folder.names(in: "store/attempts") == [])
    }

    /// Somebody else has made them in between: those stay, and what was made beside them goes.
    @Test func leavesThemToWhoIsQuicker() throws {
        let store = try TestStore.counting()
        try store.folder.remove(Self.file)
        let folder = try StoreFolder(.attempts, of: store.location)
        let plan = Faults(.renameNew, turn: 1, error: .fileExists)
        let areNew = try Faults.$plan.withValue(plan) { () throws in try folder.provideAttempts(uid: 1_000) }
        #expect(!areNew)
        #expect(try store.folder.names(in: "store/attempts") == [])
    }

    @Test(arguments: [System.Call.open, .status, .read])
    func replacesNothingThatItCouldNotLookAt(call: System.Call) throws {
        let store = try TestStore.counting(SlotImage(failures: 4))
        let folder = try StoreFolder(.attempts, of: store.location)
        Faults.$plan.withValue(Faults(call, turn: 1, error: .inputOutput)) {
            #expect(throws: StoreError(.attempts, .system(.inputOutput))) {
                _ = try folder.provideAttempts(uid: 1_000)
            }
        }
        #expect(try store.attempts().failures == 4)
    }

    /// Several at once: one makes them, and nobody takes away what another has made.
    @Test(arguments: [false, true])
    func isDoneOnceHoweverManyDoIt(areDamaged: Bool) throws {
        for round in 0..<20 {
            let store = try TestStore.counting()
            if areDamaged {
                try store.folder.write([1, 2, 3], to: Self.file, mode: 0o660)
            } else {
                try store.folder.remove(Self.file)
            }
            let made = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    if try Self.provide(store) { made.withLock { $0 += 1 } }
                } catch {
                    Issue.record(error, "round \(round)")
                }
            }
            #expect(made.withLock { $0 } == 1, "round \(round)")
            #expect(try store.attempts() == Attempts(uid: 1_000))
            #expect(try store.folder.names(in: "store/attempts") == ["1000"])
        }
    }

    /// Damaged attempts that another is making anew are not to be taken away once that is done.
    @Test func touchesNothingWhileAnotherMakesThem() async throws {
        let store = try TestStore.counting()
        try store.folder.write([1, 2, 3], to: Self.file, mode: 0o660)
        let folder = try HeldLock(store.folder.path(of: "store/attempts"), flags: O_RDONLY)
        try #require(folder.take())
        async let isMade = Self.provide(store)
        while try !folder.isWaitedFor() { await Task.yield() }
        #expect(try store.folder.contents(of: Self.file) == [1, 2, 3])
        try store.folder.write(SlotImage(failures: 3).file(), to: Self.file, mode: 0o660)
        let inode = try Self.inode(store)
        folder.release()
        let anew = try await isMade
        #expect(!anew)
        #expect(try Self.inode(store) == inode)
        #expect(try store.attempts().failures == 3)
    }

    /// The folder's lock is given back at once, though the folder stays open.
    @Test(arguments: [false, true])
    func givesTheLockBack(areThere: Bool) throws {
        let store = try TestStore.counting()
        if !areThere { try store.folder.remove(Self.file) }
        let folder = try StoreFolder(.attempts, of: store.location)
        #expect(try folder.provideAttempts(uid: 1_000) == !areThere)
        #expect(try HeldLock(store.folder.path(of: "store/attempts"), flags: O_RDONLY).take())
        _ = folder.group
    }

    @Test func removesThem() throws {
        let store = try TestStore.counting()
        let folder = try StoreFolder(.attempts, of: store.location)
        #expect(try folder.removeAttempts(uid: 1_000))
        #expect(try !folder.removeAttempts(uid: 1_000))
        #expect(try store.folder.names(in: "store/attempts") == [])
    }

    /// Nor does it say that they are gone where a call fails.
    @Test(arguments: [System.Call.unlink, .sync])
    func saysThatTheyCouldNotBeRemoved(call: System.Call) throws {
        let store = try TestStore.counting()
        let folder = try StoreFolder(.attempts, of: store.location)
        try failing(call, 1, with: .accessDenied) {
            #expect(throws: StoreError(.attempts, .system(.accessDenied))) {
                _ = try folder.removeAttempts(uid: 1_000)
            }
        }
    }
}

extension SlotImage {
    /// The slot of somebody who never tried.
    fileprivate var unused: SlotImage {
        var unused = self
        unused.countedBoot = [UInt8](repeating: 0, count: 16)
        unused.countedSeconds = 0
        return unused
    }
}
