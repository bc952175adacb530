/// Reading, replacing and removing credentials.
extension StoreFolder {
    /// The most a credential's file may permit.
    private static var credentialMode: UInt32 { 0o640 }

    /// The credential of a uid; nil is the proof that there is none (ENOENT in this very folder).
    package func credential(uid: UInt32) throws(StoreError) -> Credential? {
        guard let file = try credentialFile(uid: uid) else { return nil }
        return file.credential
    }

    /// The same, and the file stays open.
    func credentialFile(uid: UInt32) throws(StoreError) -> CredentialFile? {
        let opened = try StoreFolder.attempt(.credential) { () throws(Errno) in
            try System.openIfPresent(Path(uid: uid), below: descriptor)
        }
        guard let file = opened else { return nil }
        let status = try StoreFolder.attempt(.credential) { () throws(Errno) in
            try System.status(of: file)
        }
        try check(status, mode: StoreFolder.credentialMode, place: .credential)
        let credential = try StoreFolder.parse(try StoreFolder.contents(of: file, size: status.size))
        guard credential.uid == uid else { throw StoreError(.credential, .account) }
        return CredentialFile(credential, descriptor: file)
    }

    /// Puts a credential in place of the one that was there, in one step: a temporary file, synced,
    /// renamed, and the folder synced. When it throws, what was there is there still, unless it is the
    /// last sync that failed: then the new one is in place, and may be gone after a power cut.
    package func replace(_ credential: Credential) throws(StoreError) {
        _ = try put(credential, isFirst: false)
    }

    /// Puts a credential where there is none, the same way; false where there is one, whatever is in it,
    /// and that stays as it is.
    package func add(_ credential: Credential) throws(StoreError) -> Bool {
        try put(credential, isFirst: true)
    }

    private func put(_ credential: Credential, isFirst: Bool) throws(StoreError) -> Bool {
        let text = credential.text
        // What could not be read again would refuse its owner.
        guard try StoreFolder.parse(text) == credential else { throw StoreError(.credential, .format) }
        return try StoreFolder.attempt(.credential) { () throws(Errno) in
            let temporary = Path(prefix: ".new.", uid: credential.uid)
            try System.lock(descriptor)
            if isFirst, try isPresent(Path(uid: credential.uid)) { return false }
            try discard(temporary)
            do throws(Errno) {
                try writeNew(text, to: temporary, mode: StoreFolder.credentialMode)
                try System.rename(temporary, to: Path(uid: credential.uid), in: descriptor)
            } catch {
                // Nothing may hide the first error, and the next enrolment clears what is left.
                try? discard(temporary)
                throw error
            }
            try System.sync(descriptor)
            return true
        }
    }

    private func isPresent(_ path: Path) throws(Errno) -> Bool {
        guard let file = try System.openIfPresent(path, below: descriptor) else { return false }
        _ = consume file
        return true
    }

    /// Removes the credential of a uid; false when there was none.
    package func remove(uid: UInt32) throws(StoreError) -> Bool {
        try StoreFolder.attempt(.credential) { () throws(Errno) in
            try System.lock(descriptor)
            do throws(Errno) {
                // An enrolment that was interrupted may have left a hash behind.
                try discard(Path(prefix: ".new.", uid: uid))
                try System.unlink(Path(uid: uid), in: descriptor)
            } catch {
                guard error == .noSuchFile else { throw error }
                return false
            }
            try System.sync(descriptor)
            return true
        }
    }

    /// The uids that have a credential's file, in ascending order, whatever is in it.
    package func uids() throws(StoreError) -> [UInt32] {
        let names = try StoreFolder.attempt(.credentials) { () throws(Errno) in
            try System.names(in: descriptor)
        }
        var uids: [UInt32] = []
        for name in names {
            if let uid = name.span.decimal(limit: Int(UInt32.max)) {
                uids.append(UInt32(truncatingIfNeeded: uid))
            }
        }
        return uids.sorted()
    }

    /// Writes a new file with the store's owner and the folder's group, and syncs it.
    func writeNew(_ contents: [UInt8], to temporary: Path, mode: UInt32) throws(Errno) {
        let file = try System.open(temporary, below: descriptor, flags: .createNew, mode: 0o600)
        try System.changeOwner(of: file, uid: owner, gid: group)
        try System.changeMode(of: file, to: mode)
        try System.write(contents.span, to: file)
        try System.sync(file)
    }

    /// Removes a temporary file, if there is one.
    func discard(_ temporary: Path) throws(Errno) {
        do throws(Errno) {
            try System.unlink(temporary, in: descriptor)
        } catch {
            guard error == .noSuchFile else { throw error }
        }
    }

    private static func contents(
        of file: borrowing Descriptor, size: Int
    ) throws(StoreError) -> [UInt8] {
        guard (1...Credential.maximumSize).contains(size) else { throw StoreError(.credential, .size) }
        // One byte more than it should have shows that it grows while it is read.
        let contents = try attempt(.credential) { () throws(Errno) in
            try System.read(file, atMost: size + 1, enough: size)
        }
        guard contents.count == size else { throw StoreError(.credential, .size) }
        return contents
    }

    private static func parse(_ contents: [UInt8]) throws(StoreError) -> Credential {
        do throws(Credential.Flaw) {
            return try Credential(parsing: contents.span)
        } catch {
            switch error {
            case .format: throw StoreError(.credential, .format)
            case .unknownMethod: throw StoreError(.credential, .unknownMethod)
            }
        }
    }
}
