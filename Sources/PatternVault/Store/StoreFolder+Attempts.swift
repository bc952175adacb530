/// Making and removing attempts, for root; what is counted in them see ``AttemptsFile``.
extension StoreFolder {
    /// Makes sure that a uid has attempts that can be used, and returns whether they were made anew.
    ///
    /// Usable ones stay as they are, in the file they are in: a try may be under way in it. Damaged or
    /// missing ones are made anew, with nothing counted.
    package func provideAttempts(uid: UInt32) throws(StoreError) -> Bool {
        // One at a time: what another has just made anew is usable, and stays.
        try StoreFolder.attempt(.attempts) { () throws(Errno) in try System.lock(descriptor) }
        defer { System.unlock(descriptor) }
        do throws(StoreError) {
            _ = try AttemptsFile(uid: uid, in: self).read()
            return false
        } catch {
            switch error.problem {
            case .system(.noSuchFile): break
            case .system(.symbolicLink): _ = try removeAttempts(uid: uid)
            case .system: throw error
            default: _ = try removeAttempts(uid: uid)
            }
        }
        return try StoreFolder.attempt(.attempts) { () throws(Errno) in try makeAttempts(uid: uid) }
    }

    /// Removes the attempts of a uid; false when there were none.
    package func removeAttempts(uid: UInt32) throws(StoreError) -> Bool {
        try StoreFolder.attempt(.attempts) { () throws(Errno) in
            do throws(Errno) {
                try System.unlink(Path(uid: uid), in: descriptor)
            } catch {
                guard error == .noSuchFile else { throw error }
                return false
            }
            try System.sync(descriptor)
            return true
        }
    }

    private func makeAttempts(uid: UInt32) throws(Errno) -> Bool {
        let temporary = Path(prefix: ".new.", uid: uid)
        try discard(temporary)
        do throws(Errno) {
            let slot = Attempts.Slot(sequence: 1, attempts: Attempts(uid: uid))
            var contents = slot.bytes
            contents += [UInt8](repeating: 0, count: Attempts.fileSize - contents.count)
            try writeNew(contents, to: temporary, mode: AttemptsFile.mode)
            try System.renameNew(temporary, to: Path(uid: uid), in: descriptor)
            try System.sync(descriptor)
            return true
        } catch {
            // Nothing may hide the first error, and the next one to make them clears what is left.
            try? discard(temporary)
            // Somebody else was quicker: those are as good.
            guard error == .fileExists else { throw error }
            return false
        }
    }
}
