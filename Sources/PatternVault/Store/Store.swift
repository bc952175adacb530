/// The store's folder, opened and checked: anybody may look into it, and only its owner may change it.
package struct Store: ~Copyable {
    let descriptor: Descriptor
    /// The owner that everything in it must have.
    let owner: UInt32

    /// Opens a store.
    package init(_ location: StoreLocation) throws(StoreError) {
        let store = try StoreFolder.attempt(.store) { () throws(Errno) in
            try System.open(location.path, flags: .folder)
        }
        let status = try StoreFolder.attempt(.store) { () throws(Errno) in try System.status(of: store) }
        guard status.uid == location.owner else { throw StoreError(.store, .owner) }
        guard status.mode & 0o022 == 0 else { throw StoreError(.store, .mode) }
        descriptor = store
        owner = location.owner
    }
}
