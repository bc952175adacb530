import Foundation
import PatternVault

/// A store in a temporary folder, good until a test spoils it.
///
/// It belongs to the user who runs the tests, since only root could make one that belongs to root.
struct TestStore: Sendable {
    /// What the store's folder lies in.
    let folder: TemporaryFolder

    /// Where the store is.
    let location: StoreLocation

    /// Makes an empty store.
    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("store", mode: 0o755)
        try folder.makeFolder("store/credentials", mode: 0o750)
        location = StoreLocation(path: try folder.vaultPath(of: "store"), owner: geteuid())
    }

    /// Whether the tests may give files away.
    static var isRoot: Bool { geteuid() == 0 }

    /// The name of a user's record below ``folder``.
    static func file(_ uid: UInt32 = 1_000) -> String { "store/credentials/\(uid)" }

    /// Makes a store with the record of ``Sample`` in it, written without the code under test.
    static func enrolled() throws -> TestStore {
        let store = try TestStore()
        try store.folder.write(Sample.record.bytes, to: file())
        return store
    }

    /// Opens the store and reads a user's record.
    func read(_ uid: UInt32 = 1_000) throws(StoreError) -> Credential? {
        try StoreFolder(.credentials, of: location).credential(uid: uid)
    }

    /// Opens the store and replaces a user's record.
    func replace(_ credential: Credential) throws(StoreError) {
        try StoreFolder(.credentials, of: location).replace(credential)
    }

    /// Opens the store and adds a user's record.
    func add(_ credential: Credential) throws(StoreError) -> Bool {
        try StoreFolder(.credentials, of: location).add(credential)
    }

    /// Opens the store and removes a user's record.
    func remove(_ uid: UInt32 = 1_000) throws(StoreError) -> Bool {
        try StoreFolder(.credentials, of: location).remove(uid: uid)
    }

    /// The files among the credentials.
    func names() throws -> [String] {
        try folder.names(in: "store/credentials")
    }
}
