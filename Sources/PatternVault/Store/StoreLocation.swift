/// Where a store is, and who must own it.
package struct StoreLocation: Equatable, Sendable {
    /// The store's folder, with `credentials` below it.
    package let path: Path
    /// The owner of every folder and file in it: root, except in tests.
    package let owner: UInt32

    /// The store that is used unless a setting names another.
    package static var standard: StoreLocation { StoreLocation(path: Path("/var/lib/pam_pattern")) }

    /// Names a store.
    package init(path: Path, owner: UInt32 = 0) {
        self.path = path
        self.owner = owner
    }
}
