/// One user's attempts, opened: read without a lock, changed under one.
public struct AttemptsFile: ~Copyable {
    private let descriptor: Descriptor
    private let uid: UInt32

    /// The most that the file may permit.
    static var mode: UInt32 { 0o660 }

    /// Opens the attempts of a uid. Throws when there are none: beside a credential there must be some.
    package init(uid: UInt32, in folder: borrowing StoreFolder) throws(StoreError) {
        let file = try StoreFolder.attempt(.attempts) { () throws(Errno) in
            try System.open(Path(uid: uid), below: folder.descriptor, flags: .readAndWrite)
        }
        let status = try StoreFolder.attempt(.attempts) { () throws(Errno) in
            try System.status(of: file)
        }
        try folder.check(status, mode: AttemptsFile.mode, place: .attempts)
        guard status.size == Attempts.fileSize else { throw StoreError(.attempts, .size) }
        descriptor = file
        self.uid = uid
    }

    /// Which file it is.
    package func status() throws(StoreError) -> FileStatus {
        try StoreFolder.attempt(.attempts) { () throws(Errno) in try System.status(of: descriptor) }
    }

    /// Reads the attempts as they are, whoever is changing them.
    package func read() throws(StoreError) -> Attempts {
        try newest().slot.attempts
    }

    /// Changes the attempts under the lock; `change` throws to leave them as they are.
    ///
    /// - Parameter patience: how long to wait for the lock, in milliseconds; what was waited is taken
    ///   from it.
    /// - Parameter isSynced: whether to wait until the change is on the disk.
    package func change<Result, Failure: Error>(
        patience: inout Int, clock: some Clock, isSynced: Bool,
        _ change: (inout Attempts) -> Swift.Result<Result, Failure>
    ) throws(StoreError) -> Swift.Result<Result, Failure> {
        try lock(patience: &patience, clock: clock)
        defer { System.unlock(descriptor) }
        let (slot, offset) = try newest()
        var attempts = slot.attempts
        let result = change(&attempts)
        guard case .success = result else { return result }
        try write(Attempts.Slot(sequence: slot.sequence &+ 1, attempts: attempts), at: offset)
        if isSynced {
            try StoreFolder.attempt(.attempts) { () throws(Errno) in try System.syncData(descriptor) }
        }
        return result
    }

    /// Locks the file: polled, since a wait in flock(2) has no end, and whoever holds the lock may
    /// have been stopped.
    private func lock(patience: inout Int, clock: some Clock) throws(StoreError) {
        let start = clock.milliseconds
        var pause = 1
        while true {
            let isLocked = try StoreFolder.attempt(.attempts) { () throws(Errno) in
                try System.tryLock(descriptor)
            }
            let waited = clock.milliseconds - start
            if isLocked {
                patience -= max(waited, 0)
                try checkIsInPlace()
                return
            }
            guard waited >= 0, waited < patience else {
                patience = 0
                throw StoreError(.attempts, .busy)
            }
            clock.pause(milliseconds: pause)
            pause = min(pause * 2, 16)
        }
    }

    /// Sees, under the lock, that the file was not removed since it was opened: a try counted in a
    /// file without a name would be free.
    private func checkIsInPlace() throws(StoreError) {
        let status: FileStatus
        do throws(StoreError) {
            status = try self.status()
        } catch {
            System.unlock(descriptor)
            throw error
        }
        guard status.links == 1 else {
            System.unlock(descriptor)
            throw StoreError(.attempts, .system(.stale))
        }
    }

    /// The newer valid slot, and where the next one goes: over the other.
    private func newest() throws(StoreError) -> (slot: Attempts.Slot, next: Int) {
        let first = try slot(at: Attempts.slotOffsets[0])
        let second = try slot(at: Attempts.slotOffsets[1])
        switch (first, second) {
        case (nil, nil): throw StoreError(.attempts, .format)
        case (let first?, nil): return (first, Attempts.slotOffsets[1])
        case (nil, let second?): return (second, Attempts.slotOffsets[0])
        case (let first?, let second?):
            return first.sequence > second.sequence
                ? (first, Attempts.slotOffsets[1]) : (second, Attempts.slotOffsets[0])
        }
    }

    private func slot(at offset: Int) throws(StoreError) -> Attempts.Slot? {
        let bytes = try StoreFolder.attempt(.attempts) { () throws(Errno) in
            try System.read(descriptor, atMost: Attempts.slotSize, from: offset)
        }
        guard let slot = Attempts.Slot(parsing: bytes.span) else { return nil }
        guard slot.attempts.uid == uid else { throw StoreError(.attempts, .account) }
        return slot
    }

    private func write(_ slot: Attempts.Slot, at offset: Int) throws(StoreError) {
        let limit = try StoreFolder.attempt(.attempts) { () throws(Errno) in
            try System.fileSizeLimit()
        }
        guard limit >= Attempts.fileSize else { throw StoreError(.attempts, .sizeLimit) }
        try StoreFolder.attempt(.attempts) { () throws(Errno) in
            try System.write(slot.bytes.span, to: descriptor, at: offset)
        }
    }
}
