import Foundation
import PatternVault
import Testing

/// Removing a record.
struct StoreRemoveTests {
    @Test func removesARecordOnce() throws {
        let store = try TestStore.enrolled()
        #expect(try store.remove())
        #expect(try store.read() == nil)
        #expect(try store.names() == [])
        #expect(try !store.remove(), "there is none any more")
    }

    @Test func leavesOtherRecordsAlone() throws {
        let store = try TestStore.enrolled()
        try store.replace(try Sample.credential(uid: 1_001))
        #expect(try store.remove())
        #expect(try store.read(1_001) == (try Sample.credential(uid: 1_001)))
        #expect(try !store.remove(100))
    }

    @Test func removesADamagedRecordToo() throws {
        let store = try TestStore()
        try store.folder.write("damaged".bytes, to: TestStore.file(), mode: 0o777)
        #expect(try store.remove())
        #expect(try store.names() == [])
    }

    @Test func removesALinkAndNotWhatItPointsAt() throws {
        let store = try TestStore()
        try store.folder.write("precious".bytes, to: "precious")
        try store.folder.makeSymbolicLink(TestStore.file(), to: store.folder.path(of: "precious"))
        #expect(try store.remove())
        #expect(try store.folder.contents(of: "precious") == "precious".bytes)
    }

    @Test func makesItsCallsInTheirOrder() throws {
        let store = try TestStore.enrolled()
        let made = try recordingCalls { _ = try store.remove() }
        #expect(made == [.open, .status, .open, .status, .lock, .unlink, .unlink, .sync])
    }

    @Test(arguments: StoreReplaceTests.errors, [System.Call.lock, .unlink])
    func leavesTheRecordWhereACallFails(error: Errno, call: System.Call) throws {
        let store = try TestStore.enrolled()
        try failing(call, 1, with: error) {
            #expect(throws: StoreError(.credential, .system(error))) { _ = try store.remove() }
        }
        #expect(try store.read() == (try Sample.credential()))
        #expect(try store.remove())
    }

    /// The name is gone by then, though perhaps not on the disk: an error, and no record.
    @Test func reportsThatTheRemovalMayNotLast() throws {
        let store = try TestStore.enrolled()
        try failing(.sync, 1, with: .inputOutput) {
            #expect(throws: StoreError(.credential, .system(.inputOutput))) { _ = try store.remove() }
        }
        #expect(try store.read() == nil)
    }

    @Test(arguments: [System.Call.lock, .unlink, .sync])
    func goesOnAfterASignal(call: System.Call) throws {
        let store = try TestStore.enrolled()
        try failing(call, 1, with: .interrupted) {
            let wasThere = try store.remove()
            #expect(wasThere)
        }
        #expect(try store.read() == nil)
    }
}
