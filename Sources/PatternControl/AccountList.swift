internal import CLinux

/// Accounts that the system lists: getpwent(3). A directory service may know more than it lists.
enum AccountList {
    /// One of them.
    struct Entry: Equatable {
        let name: [UInt8]
        let uid: UInt32
        /// The primary group.
        let gid: UInt32
    }

    /// All of them.
    static var all: [Entry] {
        var entries: [Entry] = []
        linux_rewind_accounts()
        defer { linux_end_accounts() }
        var (uid, gid) = (UInt32.max, UInt32.max)
        // SAFETY: a name is a C string until the next call.
        while let name = unsafe linux_next_account(&uid, &gid) {
            let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map(
                UInt8.init(bitPattern:))
            entries.append(Entry(name: bytes, uid: uid, gid: gid))
        }
        return entries
    }
}
