import Foundation
import PatternVault
import Testing

/// Reading a record: only a good file, and only a good record in it.
struct StoreReadTests {
    typealias Spoiling = StoreFolderTests.Spoiling

    @Test func readsAGoodRecord() throws {
        #expect(try TestStore.enrolled().read() == (try Sample.credential()))
    }

    @Test(
        arguments: [
            Spoiling("a link to a good record", .credential, .system(.symbolicLink)) {
                try FileManager.default.moveItem(
                    atPath: $0.path(of: TestStore.file()), toPath: $0.path(of: "store/credentials/real"))
                try $0.makeSymbolicLink(TestStore.file(), to: "real")
            },
            Spoiling("a link to nothing: there is something", .credential, .system(.symbolicLink)) {
                try $0.remove(TestStore.file())
                try $0.makeSymbolicLink(TestStore.file(), to: "nowhere")
            },
            Spoiling("a link to another's record", .credential, .system(.symbolicLink)) {
                try $0.write(Sample.record.bytes, to: TestStore.file(1_001))
                try $0.remove(TestStore.file())
                try $0.makeSymbolicLink(TestStore.file(), to: "1001")
            },
            Spoiling("a socket", .credential, .system(Errno(ENXIO))) {
                try $0.remove(TestStore.file())
                try $0.makeSpecialFile(TestStore.file(), kind: S_IFSOCK)
            },
            Spoiling("a folder", .credential, .kind) {
                try $0.remove(TestStore.file())
                try $0.makeFolder(TestStore.file(), mode: 0o640)
            },
            Spoiling("a file with a second name", .credential, .links) {
                try $0.makeHardLink("kept", to: TestStore.file())
            },
            Spoiling("an empty file", .credential, .size) { try $0.write([], to: TestStore.file()) },
            Spoiling("a byte more than there may be", .credential, .size) {
                try $0.write([UInt8](repeating: 0x61, count: 4_097), to: TestStore.file())
            },
            Spoiling("a good record with 4096 bytes behind it", .credential, .size) {
                try $0.write(Sample.record.bytes + [UInt8](repeating: 0, count: 4_096), to: TestStore.file())
            },
            Spoiling("a mebibyte", .credential, .size) {
                try $0.write([UInt8](repeating: 0x61, count: 1 << 20), to: TestStore.file())
            },
            Spoiling("as many bytes as there may be, but no record", .credential, .format) {
                try $0.write([UInt8](repeating: 0x61, count: 4_096), to: TestStore.file())
            },
            Spoiling("one byte", .credential, .format) { try $0.write([0x61], to: TestStore.file()) },
            Spoiling("a record cut short", .credential, .format) {
                try $0.write(Sample.record.bytes.dropLast(), to: TestStore.file())
            },
            Spoiling("a block that a power loss left zero", .credential, .format) {
                try $0.write([UInt8](repeating: 0, count: Sample.record.utf8.count), to: TestStore.file())
            },
            Spoiling("another's record", .credential, .account) {
                try $0.write(
                    Sample.record.replacing("uid=1000", with: "uid=1001").bytes, to: TestStore.file())
            },
            Spoiling("root's record", .credential, .account) {
                try $0.write(Sample.record.replacing("uid=1000", with: "uid=0").bytes, to: TestStore.file())
            },
            Spoiling("a DES hash", .credential, .unknownMethod) {
                let record = Sample.record.replacing(Sample.hash, with: "BVI43XtDnraMo")
                try $0.write(record.bytes, to: TestStore.file())
            },
        ])
    func refusesASpoiltRecord(spoiling: Spoiling) throws {
        let store = try TestStore.enrolled()
        try spoiling.spoil(store.folder)
        #expect(throws: spoiling.error) { _ = try store.read() }
        #expect(try store.read(4_711) == nil, "another user's absence is as sure as before")
    }

    /// A FIFO opens at once for who does not wait for a writer. The alarm ends a process that does.
    @Test func waitsForNoWriter() async {
        await #expect(processExitsWith: .success) {
            alarm(10)
            let store = try TestStore()
            try store.folder.makeSpecialFile(TestStore.file(), kind: S_IFIFO)
            #expect(throws: StoreError(.credential, .kind)) { _ = try store.read() }
        }
    }

    @Test(arguments: [
        mode_t(0o641), 0o642, 0o644, 0o650, 0o660, 0o740, 0o1640, 0o2640, 0o4640, 0o666, 0o777,
    ])
    func refusesAFileThatPermitsTooMuch(mode: mode_t) throws {
        let store = try TestStore.enrolled()
        try store.folder.setMode(mode, of: TestStore.file())
        #expect(throws: StoreError(.credential, .mode)) { _ = try store.read() }
    }

    @Test(arguments: [mode_t(0o640), 0o600, 0o440, 0o400])
    func takesAFileThatPermitsNoMoreThanItMay(mode: mode_t) throws {
        let store = try TestStore.enrolled()
        try store.folder.setMode(mode, of: TestStore.file())
        #expect(try store.read() != nil)
    }

    @Test(.enabled(if: TestStore.isRoot))
    func refusesAFileOfAnotherOwnerOrGroup() throws {
        let store = try TestStore.enrolled()
        try store.folder.setOwner(65_534, of: TestStore.file())
        #expect(throws: StoreError(.credential, .owner)) { _ = try store.read() }
        try store.folder.setOwner(0, group: 65_534, of: TestStore.file())
        #expect(throws: StoreError(.credential, .group)) { _ = try store.read() }
        try store.folder.setOwner(group: 65_534, of: "store/credentials")
        #expect(try store.read() != nil, "the folder's group is the right one")
    }

    /// Every call on the way that fails is an error, and none is taken for an absence.
    @Test(arguments: [Errno.inputOutput, .accessDenied, .noMemory, Errno(EMFILE), Errno(ESTALE)])
    func failsWhereACallFails(error: Errno) throws {
        let store = try TestStore.enrolled()
        let places: [(System.Call, Int, StoreError.Place)] = [
            (.open, 1, .store), (.status, 1, .store), (.open, 2, .credentials), (.status, 2, .credentials),
            (.open, 3, .credential), (.status, 3, .credential), (.read, 1, .credential),
        ]
        for (call, turn, place) in places {
            try failing(call, turn, with: error) {
                #expect(throws: StoreError(place, .system(error)), "\(call) \(turn)") { _ = try store.read() }
            }
        }
        try failing(.duplicate, 1, with: error) {
            #expect(throws: StoreError(.credentials, .system(error))) {
                _ = try StoreFolder(.credentials, of: store.location).uids()
            }
        }
    }

    /// ENOENT proves an absence only where it comes from opening the record.
    @Test(arguments: [
        (System.Call.open, 1), (.open, 2), (.status, 1), (.status, 2), (.status, 3), (.read, 1),
    ])
    func takesNoOtherENOENTForAnAbsence(call: System.Call, turn: Int) throws {
        let store = try TestStore.enrolled()
        try failing(call, turn, with: .noSuchFile) {
            #expect(throws: StoreError.self) { _ = try store.read() }
        }
    }

    /// A signal that comes in between changes nothing.
    @Test func goesOnAfterASignal() throws {
        let store = try TestStore.enrolled()
        for (call, turns) in [(System.Call.open, 3), (.status, 3), (.read, 2)] {
            for turn in 1...turns {
                try failing(call, turn, with: .interrupted) {
                    let credential = try store.read()
                    #expect(credential?.name == "alice".bytes, "\(call) \(turn)")
                }
            }
        }
    }

    /// Nothing stays open, whichever way the reading ends.
    @Test func closesWhatItOpened() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore.enrolled()
            _ = try store.read()
            for _ in 0..<4 {
                _ = try store.read()
                _ = try store.read(4_711)
                _ = try StoreFolder(.credentials, of: store.location).uids()
                try store.folder.setMode(0o666, of: TestStore.file())
                #expect(throws: StoreError.self) { _ = try store.read() }
                try store.folder.setMode(0o640, of: TestStore.file())
                for call in [System.Call.open, .status, .read, .duplicate] {
                    for turn in 1...3 {
                        try failing(call, turn, with: .inputOutput) {
                            _ = try? store.read()
                            _ = try? StoreFolder(.credentials, of: store.location).uids()
                        }
                    }
                }
            }
            #expect(try OpenFiles.count(in: store.folder) == 0)
        }
    }
}
