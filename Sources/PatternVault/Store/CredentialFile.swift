/// One user's credential, as it was read from a file that is still open.
struct CredentialFile: ~Copyable {
    /// What was in the file.
    let credential: Credential
    private let descriptor: Descriptor

    /// Takes over the file.
    init(_ credential: Credential, descriptor: consuming Descriptor) {
        self.credential = credential
        self.descriptor = descriptor
    }

    /// Sees that it was neither replaced nor removed since: the tries of a new pattern are none of an old one's.
    func checkIsInPlace() throws(StoreError) {
        let status = try StoreFolder.attempt(.credential) { () throws(Errno) in
            try System.status(of: descriptor)
        }
        guard status.links > 0 else { throw StoreError(.credential, .system(.stale)) }
    }
}
