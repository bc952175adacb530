// Not for the module and the checker, which never write settings.
#if !hasFeature(Embedded)
    /// Writing a setting into a file.
    extension Settings {
        /// Puts the cost of new hashes into a file, in one step: a temporary file, synced, renamed, and
        /// the folder synced. Owner, group and mode stay; a file that is not there is made with 0644.
        ///
        /// A file that would be refused when it is read is left as it is, and the error is the reader's.
        /// Returns false when the file says so already.
        package static func writeCost(
            _ cost: Int, to path: Path, mayBeMissing: Bool, owner: UInt32 = 0
        ) throws(SettingsError) -> Bool {
            guard let parts = path.parts else { throw SettingsError(file: path, "is no regular file") }
            let folder = try writing(path) { () throws(Errno) in
                try System.open(parts.folder, flags: .folder)
            }
            // One at a time: the temporary file has but one name.
            try writing(path) { () throws(Errno) in try System.lock(folder) }
            let file = try read(path, mayBeMissing: mayBeMissing, owner: owner)
            let contents = file?.contents ?? []
            let changed = SettingsEdit.set(.cost, to: cost, in: contents)
            guard changed != contents else { return false }
            try check(changed, against: contents, cost: cost, path: path)
            try writing(path) { () throws(Errno) in
                try replace(parts.name, with: changed, like: file?.status, in: folder)
            }
            return true
        }

        /// Reads both texts: they must differ in the cost and in nothing else.
        private static func check(
            _ changed: [UInt8], against contents: [UInt8], cost: Int, path: Path
        ) throws(SettingsError) {
            var before = SettingsReader(Settings())
            try before.take(file: contents.span, path: path)
            var expected = before.settings
            expected.cost = cost
            guard changed.count <= maximumSize else {
                throw SettingsError(file: path, "has no room for a line more within 4096 bytes")
            }
            var after = SettingsReader(Settings())
            try after.take(file: changed.span, path: path)
            guard after.settings == expected else {
                throw SettingsError(file: path, "can't be changed: set cost= by hand")
            }
        }

        private static func writing<Result: ~Copyable>(
            _ path: Path, _ body: () throws(Errno) -> Result
        ) throws(SettingsError) -> Result {
            do throws(Errno) {
                return try body()
            } catch {
                throw SettingsError(file: path, error, "can't be written")
            }
        }

        private static func replace(
            _ name: Path, with contents: [UInt8], like status: FileStatus?, in folder: borrowing Descriptor
        ) throws(Errno) {
            let temporary = name.replacement
            try discard(temporary, in: folder)
            do throws(Errno) {
                let file = try System.open(temporary, below: folder, flags: .createNew, mode: 0o600)
                if let status {
                    try System.changeOwner(of: file, uid: status.uid, gid: status.gid)
                }
                try System.changeMode(of: file, to: status?.mode ?? 0o644)
                try System.write(contents.span, to: file)
                try System.sync(file)
                try System.rename(temporary, to: name, in: folder)
            } catch {
                // Nothing may hide the first error, and the next call clears what is left.
                try? discard(temporary, in: folder)
                throw error
            }
            try System.sync(folder)
        }

        private static func discard(_ temporary: Path, in folder: borrowing Descriptor) throws(Errno) {
            do throws(Errno) {
                try System.unlink(temporary, in: folder)
            } catch {
                guard error == .noSuchFile else { throw error }
            }
        }
    }
#endif
