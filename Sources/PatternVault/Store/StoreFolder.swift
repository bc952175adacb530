/// An opened folder of the store, checked for owner and mode, and what is opened below it.
package struct StoreFolder: ~Copyable {
    /// Which of the store's folders.
    package enum Kind: Equatable, Sendable {
        case credentials, attempts

        fileprivate var name: Path {
            switch self {
            case .credentials: Path("credentials")
            case .attempts: Path("attempts")
            }
        }

        fileprivate var place: StoreError.Place {
            switch self {
            case .credentials: .credentials
            case .attempts: .attemptsFolder
            }
        }
    }

    let descriptor: Descriptor
    /// The folder's group, which may read the records; root chose it when it made the folder.
    package let group: UInt32
    let owner: UInt32

    /// The most that a folder of records may permit: nothing to others, no writing to the group.
    private static var mostMode: UInt32 { 0o750 }

    /// Opens a folder of a store.
    package init(_ kind: Kind, of location: StoreLocation) throws(StoreError) {
        try self.init(kind, of: try Store(location))
    }

    /// Opens a folder of an opened store.
    package init(_ kind: Kind, of store: borrowing Store) throws(StoreError) {
        let folder = try StoreFolder.attempt(kind.place) { () throws(Errno) in
            try System.open(kind.name, below: store.descriptor, flags: .folder)
        }
        let status = try StoreFolder.attempt(kind.place) { () throws(Errno) in
            try System.status(of: folder)
        }
        guard status.uid == store.owner else { throw StoreError(kind.place, .owner) }
        guard status.mode & ~StoreFolder.mostMode == 0 else { throw StoreError(kind.place, .mode) }
        descriptor = folder
        group = status.gid
        owner = store.owner
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
