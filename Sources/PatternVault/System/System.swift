internal import CLinux

/// Every system call of the vault, one thin function each.
///
/// All of them go on after EINTR. Tests make any of them fail through ``Faults``, which release
/// builds do not have.
package enum System {
    /// The calls by name, for ``Faults``.
    package enum Call: Hashable, Sendable, CaseIterable {
        case open, duplicate, status, read, write, sync, syncData, lock, tryLock, changeOwner, changeMode
        case rename, renameNew, openNameless, name, unlink, random, limit, pipe, spawn, poll, peer
    }

    /// Opens a file below a folder: openat(2), with O_CLOEXEC, O_NOFOLLOW, O_NOCTTY and O_NONBLOCK
    /// (which a regular file ignores and a FIFO needs, or the open would wait for a writer).
    package static func open(
        _ path: borrowing Path, below folder: borrowing Descriptor, flags: OpenFlags, mode: UInt32 = 0
    ) throws(Errno) -> Descriptor {
        try open(path, folder: folder.number, flags: flags, mode: mode)
    }

    /// Opens a file by its path alone, the same way.
    package static func open(
        _ path: borrowing Path, flags: OpenFlags, mode: UInt32 = 0
    ) throws(Errno) -> Descriptor {
        try open(path, folder: AT_FDCWD, flags: flags, mode: mode)
    }

    /// Opens a file below a folder for reading; nil when the folder has none of that name (ENOENT).
    package static func openIfPresent(
        _ path: borrowing Path, below folder: borrowing Descriptor
    ) throws(Errno) -> Descriptor? {
        try openIfPresent(path, folder: folder.number)
    }

    /// Opens a file by an absolute path for reading; nil when there is none (ENOENT).
    package static func openIfPresent(_ path: borrowing Path) throws(Errno) -> Descriptor? {
        try openIfPresent(path, folder: AT_FDCWD)
    }

    private static func openIfPresent(
        _ path: borrowing Path, folder: CInt
    ) throws(Errno) -> Descriptor? {
        do throws(Errno) {
            return try open(path, folder: folder, flags: .read, mode: 0)
        } catch {
            guard error == .noSuchFile else { throw error }
            return nil
        }
    }

    private static func open(
        _ path: borrowing Path, folder: CInt, flags: OpenFlags, mode: UInt32
    ) throws(Errno) -> Descriptor {
        let always = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
        let number = try result(of: .open) {
            // SAFETY: the path is a C string for the length of the call.
            unsafe path.withCString { unsafe linux_openat(folder, $0, flags.bits | always, mode) }
        }
        let opened = Descriptor(owning: number)
        guard number <= 2 else { return opened }
        return Descriptor(owning: try result(of: .duplicate) { linux_duplicate(opened.number, 3) })
    }

    /// What an open file is: fstat(2).
    package static func status(of descriptor: borrowing Descriptor) throws(Errno) -> FileStatus {
        var status = stat()
        let number = descriptor.number
        // SAFETY: `status` lives through the call, which fills it.
        _ = try result(of: .status) { unsafe linux_fstat(number, &status) }
        return FileStatus(status)
    }

    /// Reads from a place in a file until it ends or `most` bytes are there: pread(2).
    ///
    /// - Parameter enough: what the file is known to hold; with so many bytes it is not asked once more
    ///   whether it ends.
    package static func read(
        _ descriptor: borrowing Descriptor, atMost most: Int, enough: Int = Int.max, from start: Int = 0
    ) throws(Errno) -> [UInt8] {
        let number = descriptor.number
        var bytes = [UInt8](repeating: 0, count: most)
        var done = 0
        while done < most {
            let moved = try transferred(by: .read) {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    // SAFETY: `most` bytes are there, so `most - done` lie behind `done`.
                    guard let base = buffer.baseAddress else { return 0 }
                    return unsafe linux_pread(number, base + done, most - done, off_t(start + done))
                }
            }
            done += moved
            if moved == 0 || done >= enough { break }
        }
        bytes.removeLast(most - done)
        return bytes
    }

    /// Writes all of a span at a place in a file: pwrite(2). A short write goes on; one of nothing is
    /// EIO.
    package static func write(
        _ bytes: Span<UInt8>, to descriptor: borrowing Descriptor, at start: Int
    ) throws(Errno) {
        let number = descriptor.number
        unsafe try write(bytes) { base, count, done in
            unsafe linux_pwrite(number, base, count, off_t(start + done))
        }
    }

    /// Writes all of a span at the descriptor's own position: write(2), the same way.
    package static func write(_ bytes: Span<UInt8>, to descriptor: borrowing Descriptor) throws(Errno) {
        let number = descriptor.number
        unsafe try write(bytes) { base, count, _ in unsafe linux_write(number, base, count) }
    }

    private static func write(
        _ bytes: Span<UInt8>, _ call: (UnsafeRawPointer, Int, Int) -> Int
    ) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = bytes.extracting(done..<bytes.count)
            let moved = try transferred(by: .write) {
                unsafe rest.withUnsafeBytes { buffer in
                    // SAFETY: the buffer is valid in the closure; it is not empty, so it has an address.
                    guard let base = buffer.baseAddress else { return 0 }
                    return unsafe call(base, buffer.count, done)
                }
            }
            guard moved > 0 else { throw .inputOutput }
            done += moved
        }
    }

    /// Puts a file or folder on the disk: fsync(2).
    package static func sync(_ descriptor: borrowing Descriptor) throws(Errno) {
        let number = descriptor.number
        _ = try result(of: .sync) { linux_fsync(number) }
    }

    /// Locks a whole file for this open of it alone, waiting for others: flock(2).
    package static func lock(_ descriptor: borrowing Descriptor) throws(Errno) {
        let number = descriptor.number
        _ = try result(of: .lock) { linux_flock(number, LOCK_EX) }
    }

    /// Puts a file's contents on the disk: fdatasync(2).
    package static func syncData(_ descriptor: borrowing Descriptor) throws(Errno) {
        let number = descriptor.number
        _ = try result(of: .syncData) { linux_fdatasync(number) }
    }

    /// Locks a whole file for this open of it alone, unless another holds it: flock(2) with LOCK_NB.
    ///
    /// - Returns: false when another does.
    package static func tryLock(_ descriptor: borrowing Descriptor) throws(Errno) -> Bool {
        let number = descriptor.number
        do throws(Errno) {
            _ = try result(of: .tryLock) { linux_flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            guard error == .wouldBlock else { throw error }
            return false
        }
    }

    /// Gives a lock back: flock(2) with LOCK_UN, which does not fail on a file that is open.
    package static func unlock(_ descriptor: borrowing Descriptor) {
        _ = linux_flock(descriptor.number, LOCK_UN)
    }

    /// Makes a pipe, both ends close-on-exec, non-blocking and above 2: pipe2(2).
    static func pipe() throws(Errno) -> Pipe {
        var numbers: (CInt, CInt) = (-1, -1)
        // SAFETY: both numbers live through the call, which fills them.
        _ = try result(of: .pipe) { unsafe linux_pipe(&numbers.0, &numbers.1) }
        return Pipe(end: Descriptor(owning: numbers.0), start: Descriptor(owning: numbers.1))
    }

    /// Starts a program, see ``Child``: posix_spawn(3).
    static func spawn(
        _ path: borrowing Path, input: borrowing Descriptor, output: borrowing Descriptor
    ) throws(Errno) -> CInt {
        let (input, output) = (input.number, output.number)
        // SAFETY: the path is a C string for the length of the call.
        return try result(of: .spawn) { unsafe path.withCString { unsafe linux_spawn($0, input, output) } }
    }

    #if !hasFeature(Embedded)
        /// Starts a program with words, its name first, see ``Child``: posix_spawn(3). What it writes to
        /// standard error is among its output.
        static func spawn(
            _ path: borrowing Path, words: [String], input: borrowing Descriptor,
            output: borrowing Descriptor
        ) throws(Errno) -> CInt {
            let (input, output) = (input.number, output.number)
            var list = unsafe words.map { unsafe strdup($0) } + [nil]
            // SAFETY: each was made by strdup, or is null.
            defer { for index in unsafe list.indices { unsafe free(list[index]) } }
            // A null before the last would end the list there.
            guard unsafe !list.dropLast().contains(nil) else { throw .noMemory }
            return try result(of: .spawn) {
                unsafe path.withCString { path in
                    unsafe list.withUnsafeMutableBufferPointer { list in
                        guard let words = list.baseAddress else { return -EINVAL }
                        // SAFETY: path and words are C strings, and the list ends with a null.
                        return unsafe linux_spawn_words(path, words, input, output)
                    }
                }
            }
        }
    #endif

    /// Waits until a descriptor can be read, or ends; false when the time is over: poll(2).
    static func isReadable(
        _ descriptor: borrowing Descriptor, within milliseconds: Int
    ) throws(Errno) -> Bool {
        let number = descriptor.number
        let most = CInt(clamping: milliseconds)
        return try result(of: .poll) { linux_wait_readable(number, most) } > 0
    }

    /// Reads what is there, at most `most` bytes, from a pipe: read(2). Nothing at its end.
    static func readOnce(
        _ descriptor: borrowing Descriptor, atMost most: Int
    ) throws(Errno) -> [UInt8] {
        let number = descriptor.number
        var bytes = [UInt8](repeating: 0, count: most)
        let count = try transferred(by: .read) {
            unsafe bytes.withUnsafeMutableBytes { buffer in
                // SAFETY: the buffer has the size that is told.
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe linux_read(number, base, most)
            }
        }
        bytes.removeLast(most - count)
        return bytes
    }

    /// Whether this process can gain no rights by running a program: PR_GET_NO_NEW_PRIVS of prctl(2).
    package static var hasNoNewPrivileges: Bool { linux_has_no_new_privileges() }

    /// Whether a program has its set-group-ID bit; false too when it can't be looked at.
    package static func isSetgid(_ path: borrowing Path) -> Bool {
        // SAFETY: the path is a C string for the length of the call.
        unsafe path.withCString { unsafe linux_is_setgid($0) ? 1 : 0 } == 1
    }

    /// How long a file this process may write, in bytes: RLIMIT_FSIZE of getrlimit(2). A write beyond
    /// it does not only fail but kills, by SIGXFSZ.
    package static func fileSizeLimit() throws(Errno) -> Int {
        var limit = 0
        // SAFETY: `limit` lives through the call, which fills it.
        _ = try result(of: .limit) { unsafe linux_file_size_limit(&limit) }
        return limit
    }

    /// Milliseconds since boot, suspended time among them: CLOCK_BOOTTIME of clock_gettime(2).
    package static var millisecondsSinceBoot: Int { Int(linux_milliseconds_since_boot()) }

    /// Sleeps, or less when a signal comes: nanosleep(2).
    package static func sleep(milliseconds: Int) {
        linux_sleep(Int64(milliseconds))
    }

    /// Fills the output with random bytes: getrandom(2).
    package static func random(into output: inout OutputSpan<UInt8>) throws(Errno) {
        while !output.isFull {
            var word: UInt64 = 0
            let wanted = min(output.freeCapacity, UInt64.bitWidth / 8)
            // SAFETY: `word` has at least the bytes that are wanted and lives through the call.
            let moved = try transferred(by: .random) { unsafe linux_getrandom(&word, wanted) }
            guard moved == wanted else { throw .inputOutput }
            for _ in 0..<wanted {
                output.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
    }

    /// The wall clock, in seconds since 1970: time(2).
    package static var wallTime: Int { time(nil) }

    /// The real user of this process: getuid(2).
    package static var realUser: UInt32 { getuid() }

    /// The effective user of this process: geteuid(2).
    package static var effectiveUser: UInt32 { geteuid() }

    /// The user at the other end of standard input, as that was connected: SO_PEERCRED of unix(7). nil where it
    /// is no socket, or not there; (uid_t)-1 where it is a socket of another kind.
    static func userAtStandardInput() throws(Errno) -> UInt32? {
        var user = UInt32.max
        do throws(Errno) {
            // SAFETY: `user` lives through the call, which fills it.
            _ = try result(of: .peer) { unsafe linux_peer_user(STDIN_FILENO, &user) }
            return user
        } catch {
            guard error == .notASocket || error == .notOpen else { throw error }
            return nil
        }
    }

    /// Runs a call that returns a number or -errno, again after EINTR.
    static func result(of call: Call, _ body: () -> CInt) throws(Errno) -> CInt {
        CInt(truncatingIfNeeded: try transferred(by: call) { Int(body()) })
    }

    /// Runs a call that returns a count or -errno, again after EINTR.
    static func transferred(by call: Call, _ body: () -> Int) throws(Errno) -> Int {
        while true {
            #if PATTERN_FAULTS
                let result = Faults.next(call).map { -Int($0.code) } ?? body()
            #else
                let result = body()
            #endif
            if result >= 0 { return result }
            let error = Errno(CInt(truncatingIfNeeded: -result))
            if error != .interrupted { throw error }
        }
    }
}

extension System {
    /// How a file is opened, beside the flags that always apply.
    package struct OpenFlags: Sendable {
        let bits: CInt

        /// For reading.
        package static var read: OpenFlags { OpenFlags(bits: O_RDONLY) }
        /// For reading and writing.
        package static var readAndWrite: OpenFlags { OpenFlags(bits: O_RDWR) }
        /// A folder, for reading its entries and opening below it.
        package static var folder: OpenFlags { OpenFlags(bits: O_RDONLY | O_DIRECTORY) }
        /// For writing a file that must not be there yet.
        package static var createNew: OpenFlags { OpenFlags(bits: O_WRONLY | O_CREAT | O_EXCL) }
    }
}
