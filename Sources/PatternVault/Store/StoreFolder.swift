/// An opened folder of the store, checked for owner and mode, and what is opened below it.
package struct StoreFolder: ~Copyable {
    let descriptor: Descriptor
    /// The folder's group, which may read the records; root chose it when it made the folder.
    package let group: UInt32
    let owner: UInt32

    /// The most a folder of records may permit: nothing to others, no writing to the group.
    private static var mostMode: UInt32 { 0o750 }

    /// Opens the folder of the credentials.
    package init(credentialsOf location: StoreLocation) throws(StoreError) {
        let store = try StoreFolder.openStore(location)
        let folder = try StoreFolder.attempt(.credentials) { () throws(Errno) in
            try System.open(Path("credentials"), below: store, flags: .folder)
        }
        let status = try StoreFolder.attempt(.credentials) { () throws(Errno) in
            try System.status(of: folder)
        }
        guard status.uid == location.owner else { throw StoreError(.credentials, .owner) }
        guard status.mode & ~StoreFolder.mostMode == 0 else { throw StoreError(.credentials, .mode) }
        descriptor = folder
        group = status.gid
        owner = location.owner
    }

    /// Opens the folder above, which anybody may look into and only its owner may change.
    private static func openStore(_ location: StoreLocation) throws(StoreError) -> Descriptor {
        let store = try attempt(.store) { () throws(Errno) in
            try System.open(location.path, flags: .folder)
        }
        let status = try attempt(.store) { () throws(Errno) in try System.status(of: store) }
        guard status.uid == location.owner else { throw StoreError(.store, .owner) }
        guard status.mode & 0o022 == 0 else { throw StoreError(.store, .mode) }
        return store
    }

    /// Checks that a file below the folder is a regular one of the store's owner and the folder's
    /// group, with no second name and no more permission than `mode`.
    func check(_ status: FileStatus, mode: UInt32, place: StoreError.Place) throws(StoreError) {
        guard status.kind == .regular else { throw StoreError(place, .kind) }
        guard status.uid == owner else { throw StoreError(place, .owner) }
        guard status.gid == group else { throw StoreError(place, .group) }
        guard status.mode & ~mode == 0 else { throw StoreError(place, .mode) }
        // None is a record that was replaced after it was opened: as good as a moment before.
        guard status.links <= 1 else { throw StoreError(place, .links) }
    }

    /// Runs a system call, naming the place when it fails.
    static func attempt<Result: ~Copyable>(
        _ place: StoreError.Place, _ body: () throws(Errno) -> Result
    ) throws(StoreError) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw StoreError(place, .system(error))
        }
    }
}
