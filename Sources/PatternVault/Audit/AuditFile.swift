// Not for the module and the checker, which audit nothing.
#if !hasFeature(Embedded)
    /// The file that keeps an ``AuditState`` between runs, `audit` in the store's folder, for root alone;
    /// and the lock by which only one audit of a store runs at a time.
    package struct AuditFile: ~Copyable {
        private let store: Store

        private static var name: Path { Path("audit") }
        /// The most that it may permit.
        private static var mode: UInt32 { 0o600 }
        /// A line takes less than 80 bytes: enough for 400,000 accounts.
        private static var maximumSize: Int { 1 << 25 }

        /// Opens the store and takes the lock, which goes away with this value.
        package init(of location: StoreLocation) throws(StoreError) {
            let store = try Store(location)
            let isMine = try AuditFile.attempt { () throws(Errno) in try System.tryLock(store.descriptor) }
            guard isMine else { throw StoreError(.audit, .busy) }
            self.store = store
        }

        /// What an interrupted run left; nil when there is nothing of the kind.
        package func load() throws(StoreError) -> AuditState? {
            let opened = try AuditFile.attempt { () throws(Errno) in
                try System.openIfPresent(AuditFile.name, below: store.descriptor)
            }
            guard let file = opened else { return nil }
            let status = try AuditFile.attempt { () throws(Errno) in try System.status(of: file) }
            guard status.kind == .regular else { throw StoreError(.audit, .kind) }
            guard status.uid == store.owner else { throw StoreError(.audit, .owner) }
            guard status.mode & ~AuditFile.mode == 0 else { throw StoreError(.audit, .mode) }
            guard status.links <= 1 else { throw StoreError(.audit, .links) }
            guard status.size <= AuditFile.maximumSize else { throw StoreError(.audit, .size) }
            let contents = try AuditFile.attempt { () throws(Errno) in
                try System.read(file, atMost: status.size)
            }
            guard let state = AuditState(parsing: contents) else { throw StoreError(.audit, .format) }
            return state
        }

        /// Puts a state in place of the one that was there, in one step.
        package func save(_ state: AuditState) throws(StoreError) {
            try AuditFile.attempt { () throws(Errno) in
                let temporary = AuditFile.name.replacement
                try discard(temporary)
                do throws(Errno) {
                    let file = try System.open(
                        temporary, below: store.descriptor, flags: .createNew, mode: AuditFile.mode)
                    try System.changeMode(of: file, to: AuditFile.mode)
                    try System.write(state.text.span, to: file)
                    try System.sync(file)
                    try System.rename(temporary, to: AuditFile.name, in: store.descriptor)
                } catch {
                    // Nothing may hide the first error, and the next call clears what is left.
                    try? discard(temporary)
                    throw error
                }
            }
        }

        /// Removes the file, if there is one.
        package func remove() throws(StoreError) {
            try AuditFile.attempt { () throws(Errno) in
                try discard(AuditFile.name.replacement)
                try discard(AuditFile.name)
            }
        }

        private func discard(_ name: Path) throws(Errno) {
            do throws(Errno) {
                try System.unlink(name, in: store.descriptor)
            } catch {
                guard error == .noSuchFile else { throw error }
            }
        }

        private static func attempt<Result: ~Copyable>(
            _ body: () throws(Errno) -> Result
        ) throws(StoreError) -> Result {
            try StoreFolder.attempt(.audit, body)
        }
    }
#endif
