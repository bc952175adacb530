internal import CLinux

/// An account that the system knows.
package struct Account: Equatable, Sendable {
    /// `pw_name`, which may be spelled otherwise than what was asked for.
    package let name: [UInt8]
    /// `pw_uid`.
    package let uid: UInt32

    /// Names an account.
    package init(name: [UInt8], uid: UInt32) {
        self.name = name
        self.uid = uid
    }

    /// Looks an account up by name: getpwnam_r(3). nil when the system knows none.
    package static func find(name: Span<UInt8>) throws(Errno) -> Account? {
        guard Credential.isName(name) else { return nil }
        guard let name = Secret(copying: name) else { throw .noMemory }
        var uid = UInt32.max
        let found = try proven(by: accountsFile) { () throws(Errno) in
            unsafe try lookUp { buffer, size, found in
                unsafe linux_account_by_name(name.string, buffer, size, &found, &uid)
            }
        }
        return found.map { Account(name: $0, uid: uid) }
    }

    /// Looks an account up by id: getpwuid_r(3). nil when the system knows none.
    package static func find(uid: UInt32) throws(Errno) -> Account? {
        let found = try proven(by: accountsFile) { () throws(Errno) in
            unsafe try lookUp { buffer, size, found in
                unsafe linux_account_by_uid(uid, buffer, size, &found)
            }
        }
        return found.map { Account(name: $0, uid: uid) }
    }

    #if !hasFeature(Embedded)
        /// Tells whether there is an account of this name and uid, by either.
        ///
        /// Here ENOENT and ESRCH are errors: libc has them of a directory that does not run, too.
        package static func isThere(name: [UInt8], uid: UInt32) throws(Errno) -> Bool {
            guard let text = Secret(copying: name.span) else { throw .noMemory }
            var found = UInt32.max
            let named = unsafe try lookUp(isStrict: true) { buffer, size, field in
                unsafe linux_account_by_name(text.string, buffer, size, &field, &found)
            }
            if named == name, found == uid { return true }
            let numbered = unsafe try lookUp(isStrict: true) { buffer, size, field in
                unsafe linux_account_by_uid(uid, buffer, size, &field)
            }
            return numbered == name
        }
    #endif

    /// Tells whether the account is locked: its entry in shadow(5) begins with `!` (usermod -L).
    ///
    /// Only root can look. An account without an entry is not locked.
    package static func isLocked(name: [UInt8]) throws(Errno) -> Bool {
        try startOfShadowPassword(name) == [UInt8(ascii: "!")]
    }

    /// Tells whether shadow(5) has an entry for the account. Only root can look.
    package static func isInShadow(name: [UInt8]) throws(Errno) -> Bool {
        try startOfShadowPassword(name) != nil
    }

    /// The first byte of the password field in shadow(5), none for an empty one; nil without an entry.
    private static func startOfShadowPassword(_ name: [UInt8]) throws(Errno) -> [UInt8]? {
        guard let name = Secret(copying: name.span) else { throw .noMemory }
        return try proven(by: Path("/etc/shadow")) { () throws(Errno) in
            unsafe try lookUp(atMost: 1) { buffer, size, found in
                unsafe linux_shadow_password(name.string, buffer, size, &found)
            }
        }
    }

    private static var accountsFile: Path { Path("/etc/passwd") }

    /// What is looked up; nil only if the file that would have it can be read, or is not there.
    ///
    /// libc says "no entry" also of a file that can't be opened or read, where nsswitch.conf names another
    /// source behind it. So: can it be? Then what is said now holds.
    private static func proven(
        by file: Path, _ find: () throws(Errno) -> [UInt8]?
    ) throws(Errno) -> [UInt8]? {
        if let found = try find() { return found }
        try readAll(of: file)
        return try find()
    }

    /// Sees that a file can be read to its end, if there is one, by a byte of each of the disk's pages: what is
    /// read is not wiped, and that of shadow(5) are hashes.
    private static func readAll(of path: Path) throws(Errno) {
        guard let file = try System.openIfPresent(path) else { return }
        var place = 0
        while !(try System.read(file, atMost: 1, from: place).isEmpty) { place += 4096 }
    }

    /// Calls with a buffer that grows until the entry fits, up to 1 MiB, and copies `atMost` bytes of
    /// the field that was found. The buffer is wiped, since that of shadow(5) holds a hash. Unless it is
    /// strict, ENOENT and ESRCH are "no entry", as POSIX lets systems say so.
    private static func lookUp(
        atMost: Int = Int.max, isStrict: Bool = false,
        _ call: (UnsafeMutablePointer<CChar>, Int, inout UnsafePointer<CChar>?) -> CInt
    ) throws(Errno) -> [UInt8]? {
        var size = 1024
        while true {
            guard let memory = WipedMemory(size: size) else { throw .noMemory }
            var found: UnsafePointer<CChar>?
            let buffer = unsafe memory.pointer.assumingMemoryBound(to: CChar.self)
            let error = unsafe Errno(call(buffer, size, &found))
            switch error {
            case .noSuchFile where !isStrict, Errno(ESRCH) where !isStrict: return nil
            case Errno(0):
                guard let found = unsafe found else { return nil }
                // SAFETY: the field is a C string in the buffer, which is still there.
                return unsafe Array(UnsafeBufferPointer(start: found, count: min(atMost, strlen(found))))
                    .map { UInt8(bitPattern: $0) }
            case .interrupted: continue
            case .outOfRange where size < 1 << 20: size *= 2
            default: throw error
            }
        }
    }
}
