import Foundation
import PatternVault
import Testing

/// Enrolling: putting a record in place of another.
struct StoreReplaceTests {
    /// The calls in their order. A record must be on the disk before its name is, and its name before
    /// the enrolment counts as done.
    static let calls: [System.Call] = [
        .lock, .unlink, .open, .changeOwner, .changeMode, .write, .sync, .rename, .sync,
    ]

    /// The same, each with its turn among those of its kind.
    static let steps = calls.enumerated().map { index, call in (call, calls[...index].count { $0 == call }) }

    /// Errors that a disk gives.
    static let errors = [Errno(ENOSPC), .inputOutput, Errno(EROFS), Errno(EDQUOT), .notPermitted]

    @Test func writesAGoodRecord() throws {
        let store = try TestStore()
        let credential = try Sample.credential()
        try store.replace(credential)
        #expect(try store.read() == credential)
        #expect(try String(store.folder.contents(of: TestStore.file())) == Sample.record)
        #expect(try store.names() == ["1000"])
    }

    @Test(arguments: [UInt32(0), 1, .max])
    func namesTheFileByUid(uid: UInt32) throws {
        let store = try TestStore()
        try store.replace(try Sample.credential(uid: uid))
        #expect(try store.names() == ["\(uid)"])
    }

    @Test func putsARecordInPlaceOfAnother() throws {
        let store = try TestStore.enrolled()
        let credential = try Sample.credential(enrolled: 2)
        try store.replace(credential)
        #expect(try store.read() == credential)
        #expect(try store.names() == ["1000"])
    }

    @Test func addsARecordWhereThereIsNone() throws {
        let store = try TestStore()
        let credential = try Sample.credential()
        #expect(try store.add(credential))
        #expect(try store.read() == credential)
        #expect(try store.names() == ["1000"])
    }

    /// A record that would refuse its owner ever after: of a name that a directory gave, of a clock before 1970.
    @Test(arguments: [("john smith", 1), ("", 1), ("a:b", 1), ("a\nb", 1), ("alice", -1)])
    func writesNothingThatItCouldNotRead(name: String, enrolled: Int) throws {
        let store = try TestStore.enrolled()
        let before = try store.folder.contents(of: TestStore.file())
        for uid in [UInt32(1_000), 1_001] {
            let credential = try Sample.credential(uid: uid, name: name, enrolled: enrolled)
            #expect(throws: StoreError(.credential, .format)) { try store.replace(credential) }
            #expect(throws: StoreError(.credential, .format)) { _ = try store.add(credential) }
        }
        #expect(try store.names() == ["1000"])
        #expect(try store.folder.contents(of: TestStore.file()) == before)
    }

    /// Not one that can't be read either: it may be an administrator's to repair.
    @Test(arguments: [false, true])
    func addsNothingInPlaceOfARecord(isDamaged: Bool) throws {
        let store = try TestStore.enrolled()
        if isDamaged { try store.folder.write("damaged".bytes, to: TestStore.file()) }
        let before = try store.folder.contents(of: TestStore.file())
        #expect(try !store.add(try Sample.credential(enrolled: 2)))
        #expect(try store.folder.contents(of: TestStore.file()) == before)
        #expect(try store.names() == ["1000"])
    }

    @Test func leavesOtherRecordsAlone() throws {
        let store = try TestStore()
        for uid: UInt32 in [1, 2, 3] {
            try store.replace(try Sample.credential(uid: uid))
        }
        try store.replace(try Sample.credential(uid: 2, enrolled: 2))
        #expect(try store.read(1) == (try Sample.credential(uid: 1)))
        #expect(try store.read(3) == (try Sample.credential(uid: 3)))
    }

    /// The mode is the same whatever the umask of the caller.
    @Test(arguments: [mode_t(0), 0o022, 0o077, 0o777])
    func givesTheFileItsMode(umask mask: mode_t) async {
        await #expect(processExitsWith: .success) { [mask] in
            let store = try TestStore()
            umask(mask)
            try store.replace(try Sample.credential())
            umask(0o022)
            let attributes = try FileManager.default.attributesOfItem(
                atPath: store.folder.path(of: TestStore.file()))
            #expect(attributes[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test(.enabled(if: TestStore.isRoot))
    func givesTheFileTheGroupOfTheFolder() throws {
        let store = try TestStore()
        try store.folder.setOwner(group: 65_534, of: "store/credentials")
        try store.replace(try Sample.credential())
        let attributes = try FileManager.default.attributesOfItem(
            atPath: store.folder.path(of: TestStore.file()))
        #expect(attributes[.groupOwnerAccountID] as? Int == 65_534)
        #expect(attributes[.ownerAccountID] as? Int == 0)
        #expect(try store.read() != nil)
    }

    @Test(arguments: [
        "", "pam_pattern credential 1\n", Sample.record, String(repeating: "x", count: 100_000),
    ])
    func clearsAwayWhatAnInterruptedEnrolmentLeft(left: String) throws {
        let store = try TestStore.enrolled()
        try store.folder.write(left.bytes, to: "store/credentials/.new.1000", mode: 0o600)
        #expect(try store.read() == (try Sample.credential()))
        try store.replace(try Sample.credential(enrolled: 2))
        #expect(try store.read() == (try Sample.credential(enrolled: 2)))
        #expect(try store.names() == ["1000"])
    }

    /// Nobody else can write there, but if somebody could, nothing would be written through a link.
    @Test func writesThroughNoLink() throws {
        let store = try TestStore()
        try store.folder.write("precious".bytes, to: "precious")
        try store.folder.makeSymbolicLink(
            "store/credentials/.new.1000", to: store.folder.path(of: "precious"))
        try store.folder.makeSymbolicLink(TestStore.file(), to: store.folder.path(of: "precious"))
        try store.replace(try Sample.credential())
        #expect(try store.folder.contents(of: "precious") == "precious".bytes)
        #expect(try store.read() == (try Sample.credential()))
    }

    /// A damaged record, whichever way, is what enrolling anew repairs.
    @Test(arguments: [mode_t(0o777), 0o000])
    func replacesADamagedRecord(mode: mode_t) throws {
        let store = try TestStore()
        try store.folder.write("damaged".bytes, to: TestStore.file(), mode: mode)
        try store.replace(try Sample.credential())
        #expect(try store.read() == (try Sample.credential()))
    }

    @Test func makesItsCallsInTheirOrder() throws {
        let store = try TestStore.enrolled()
        let made = try recordingCalls {
            let folder = try StoreFolder(.credentials, of: store.location)
            try folder.replace(try Sample.credential(enrolled: 2))
        }
        #expect(made == [.open, .status, .open, .status] + Self.calls)
    }

    /// Whatever fails: the record that was there is there still, or once the new one has its name the
    /// new one, whole; and the next enrolment works.
    @Test(arguments: errors, steps)
    func losesNothingWhereACallFails(error: Errno, step: (call: System.Call, turn: Int)) throws {
        let store = try TestStore.enrolled()
        let (call, turn) = step
        let folder = try StoreFolder(.credentials, of: store.location)
        let isNamed = step == (.sync, 2)
        try failing(call, turn, with: error) {
            #expect(throws: StoreError(.credential, .system(error))) {
                try folder.replace(try Sample.credential(enrolled: 2))
            }
        }
        #expect(try store.read() == (try Sample.credential(enrolled: isNamed ? 2 : 1_764_486_000)))
        #expect(try store.names() == ["1000"], "nothing temporary is left")
        try folder.replace(try Sample.credential(enrolled: 3))
        #expect(try store.read() == (try Sample.credential(enrolled: 3)))
        #expect(try store.names() == ["1000"])
    }

    /// The same for a user who had no record: there is none still.
    @Test(arguments: steps)
    func makesNoHalfARecordWhereACallFails(call: System.Call, turn: Int) throws {
        let store = try TestStore()
        let folder = try StoreFolder(.credentials, of: store.location)
        try failing(call, turn, with: Errno(ENOSPC)) {
            #expect(throws: StoreError(.credential, .system(Errno(ENOSPC)))) {
                try folder.replace(try Sample.credential())
            }
        }
        let isNamed = (call, turn) == (.sync, 2)
        #expect(try store.read() == (isNamed ? try Sample.credential() : nil))
        #expect(try store.names() == (isNamed ? ["1000"] : []))
    }

    /// A signal that comes in between changes nothing.
    @Test(arguments: steps)
    func goesOnAfterASignal(call: System.Call, turn: Int) throws {
        let store = try TestStore.enrolled()
        let folder = try StoreFolder(.credentials, of: store.location)
        try failing(call, turn, with: .interrupted) {
            try folder.replace(try Sample.credential(enrolled: 2))
        }
        #expect(try store.read() == (try Sample.credential(enrolled: 2)))
    }

    /// A disk that is full in the middle of the record: write(2) takes a part, then fails.
    @Test func losesNothingWhereTheDiskIsFullInTheMiddle() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore.enrolled()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 50, rlim_max: rlim_t.max)
            // SAFETY: `limit` lives through the call.
            let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try #require(isLimited == 0)
            #expect(throws: StoreError(.credential, .system(Errno(EFBIG)))) {
                try store.replace(try Sample.credential(enrolled: 2))
            }
            #expect(try store.read() == (try Sample.credential()))
            #expect(try store.names() == ["1000"])
        }
    }

    @Test func closesWhatItOpened() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore.enrolled()
            try store.replace(try Sample.credential())
            for (call, turn) in Self.steps {
                try failing(call, turn, with: .inputOutput) { try? store.replace(try Sample.credential()) }
                try failing(call, turn, with: .inputOutput) { _ = try? store.remove() }
            }
            #expect(try OpenFiles.count(in: store.folder) == 0)
        }
    }
}
