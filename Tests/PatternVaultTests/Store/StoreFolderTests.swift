import Foundation
import PatternVault
import Testing

/// Opening the folder of the credentials: only a good one.
struct StoreFolderTests {
    /// A way to spoil a store, and what it is to be called.
    struct Spoiling: Sendable, CustomStringConvertible {
        let description: String
        let error: StoreError
        let spoil: @Sendable (TemporaryFolder) throws -> Void

        init(
            _ description: String, _ place: StoreError.Place, _ problem: StoreError.Problem,
            _ spoil: @escaping @Sendable (TemporaryFolder) throws -> Void
        ) {
            self.description = description
            error = StoreError(place, problem)
            self.spoil = spoil
        }
    }

    @Test(arguments: [
        Spoiling("no store: /var is not mounted", .store, .system(.noSuchFile)) { try $0.remove("store") },
        Spoiling("a file where the store is", .store, .system(Errno(ENOTDIR))) {
            try $0.remove("store")
            try $0.write([], to: "store")
        },
        Spoiling("a FIFO, which must not be waited for", .store, .system(Errno(ENOTDIR))) {
            try $0.remove("store")
            try $0.makeSpecialFile("store", kind: S_IFIFO)
        },
        Spoiling("a link to a good store", .store, .system(Errno(ENOTDIR))) {
            try FileManager.default.moveItem(atPath: $0.path(of: "store"), toPath: $0.path(of: "real"))
            try $0.makeSymbolicLink("store", to: "real")
        },
        Spoiling("a link to nothing", .store, .system(Errno(ENOTDIR))) {
            try $0.remove("store")
            try $0.makeSymbolicLink("store", to: "nowhere")
        },
        Spoiling("a store that its group may write", .store, .mode) { try $0.setMode(0o775, of: "store") },
        Spoiling("a store that all may write", .store, .mode) { try $0.setMode(0o757, of: "store") },
        Spoiling("the same with the sticky bit, as /tmp", .store, .mode) {
            try $0.setMode(0o1777, of: "store")
        },
        Spoiling("no credentials folder", .credentials, .system(.noSuchFile)) {
            try $0.remove("store/credentials")
        },
        Spoiling("a file where the credentials are", .credentials, .system(Errno(ENOTDIR))) {
            try $0.remove("store/credentials")
            try $0.write([], to: "store/credentials")
        },
        Spoiling("a FIFO where the credentials are", .credentials, .system(Errno(ENOTDIR))) {
            try $0.remove("store/credentials")
            try $0.makeSpecialFile("store/credentials", kind: S_IFIFO)
        },
        Spoiling("a link to a good credentials folder", .credentials, .system(Errno(ENOTDIR))) {
            try FileManager.default.moveItem(
                atPath: $0.path(of: "store/credentials"), toPath: $0.path(of: "store/real"))
            try $0.makeSymbolicLink("store/credentials", to: "real")
        },
    ])
    func refusesASpoiltStore(spoiling: Spoiling) throws {
        let store = try TestStore.enrolled()
        try spoiling.spoil(store.folder)
        #expect(throws: spoiling.error) { _ = try store.read() }
        #expect(throws: spoiling.error, "nobody is said to be not enrolled") { _ = try store.read(4_711) }
        #expect(throws: spoiling.error) { try store.replace(try Sample.credential()) }
        #expect(throws: spoiling.error) { _ = try store.remove() }
    }

    @Test(arguments: [
        mode_t(0o751), 0o752, 0o754, 0o770, 0o1750, 0o2750, 0o4750, 0o757, 0o777,
    ])
    func refusesAFolderThatPermitsTooMuch(mode: mode_t) throws {
        let store = try TestStore.enrolled()
        try store.folder.setMode(mode, of: "store/credentials")
        #expect(throws: StoreError(.credentials, .mode)) { _ = try store.read() }
    }

    @Test(arguments: [
        (mode_t(0o755), mode_t(0o750), "as installed"), (0o711, 0o700, "less for others"),
        (0o700, 0o550, "less for the owner too"),
    ])
    func takesAFolderThatPermitsNoMoreThanItMay(store mode: mode_t, credentials: mode_t, why: String) throws {
        let store = try TestStore.enrolled()
        try store.folder.setMode(credentials, of: "store/credentials")
        defer { try? store.folder.setMode(0o750, of: "store/credentials") }
        try store.folder.setMode(mode, of: "store")
        #expect(try store.read() == (try Sample.credential()), "\(why)")
    }

    @Test func refusesAStoreOfAnotherOwner() throws {
        let store = try TestStore.enrolled()
        let location = StoreLocation(path: store.location.path, owner: geteuid() + 1)
        #expect(throws: StoreError(.store, .owner)) { _ = try StoreFolder(.credentials, of: location) }
    }

    @Test(.enabled(if: TestStore.isRoot))
    func refusesACredentialsFolderOfAnotherOwner() throws {
        let store = try TestStore.enrolled()
        try store.folder.setOwner(65_534, of: "store/credentials")
        #expect(throws: StoreError(.credentials, .owner)) { _ = try store.read() }
    }

    @Test func provesTheAbsenceOfARecordInAGoodFolderAlone() throws {
        let store = try TestStore()
        #expect(try store.read() == nil)
        #expect(try store.read(0) == nil)
        #expect(try store.read(.max) == nil)
    }

    @Test func belongsToRootInItsStandardPlace() {
        #expect(String(StoreLocation.standard.path.bytes) == "/var/lib/pam_pattern")
        #expect(StoreLocation.standard.owner == 0)
    }

    @Test func listsTheUsersThatHaveAFile() throws {
        let store = try TestStore()
        #expect(try StoreFolder(.credentials, of: store.location).uids() == [])
        for name in ["1000", "0", "4294967295", "998"] {
            try store.folder.write("whatever is in it".bytes, to: "store/credentials/\(name)")
        }
        // None of these is what a record's file would be called.
        for name in [".new.1000", "4294967296", "01", "-1", "alice", "1000.bak", " 1", "1 "] {
            try store.folder.write(Sample.record.bytes, to: "store/credentials/\(name)")
        }
        #expect(try StoreFolder(.credentials, of: store.location).uids() == [0, 998, 1_000, .max])
    }

    /// The listing starts at the beginning each time, though the folder is the same.
    @Test func listsAsOftenAsItIsAsked() throws {
        let store = try TestStore.enrolled()
        let folder = try StoreFolder(.credentials, of: store.location)
        for _ in 0..<3 {
            #expect(try folder.uids() == [1_000])
        }
    }
}
