import CFuzz
import Glibc
import TestSupport

/// The world of CFuzz, in Swift's types.
enum World {
    /// Where the world's files are: a folder in memory, FUZZ_WORLD, which run.sh makes and removes.
    static func begin() {
        // SAFETY: the environment does not change.
        guard let folder = unsafe getenv("FUZZ_WORLD"), let module = unsafe getenv("FUZZ_MODULE"),
            unsafe fuzz_live_in(folder, module, EntryTarget.steps)
        else { unsafe fuzz_refute("FUZZ_WORLD is an empty folder and FUZZ_MODULE what libpam loads") }
        for folder in [
            "etc", "etc/security", "proc", "proc/sys", "proc/sys/kernel", "proc/sys/kernel/random",
        ]
            + ["var", "var/lib"]
        {
            makeFolder(folder)
        }
        for store in ["var/lib/pam_pattern", "s"] {
            makeFolder(store)
            makeFolder("\(store)/credentials", mode: 0o750)
            makeFolder("\(store)/attempts", mode: 0o750)
        }
    }

    private static func makeFolder(_ path: String, mode: UInt32 = 0o755) {
        claim(unsafe fuzz_make_folder(path, mode), "\(path) can be made")
    }

    /// Whether to print what happens, for who looks at one input: FUZZ_SHOW is set.
    static let isShown = unsafe getenv("FUZZ_SHOW") != nil

    /// A number of the world.
    static subscript(number: fuzz_number) -> Int {
        get { Int(fuzz_get(number)) }
        set { fuzz_set(number, Int64(newValue)) }
    }

    /// Adds to a list of the world.
    static func put(_ text: fuzz_text, _ bytes: [UInt8]) {
        unsafe fuzz_put(text, bytes, bytes.count)
    }

    /// Makes a list of the world this one.
    static func put(_ text: fuzz_text, all entries: [[UInt8]]) {
        fuzz_clear(text)
        for entry in entries { put(text, entry) }
    }

    /// The entries of a list.
    static func all(_ text: fuzz_text) -> [[UInt8]] {
        (0..<fuzz_count(text)).map { index in
            var count = 0
            // SAFETY: so many bytes are there until the next reset.
            let bytes = unsafe fuzz_take(text, index, &count)
            return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// The one entry of a text.
    static func text(_ text: fuzz_text) -> [UInt8] { all(text).last ?? [] }

    /// Puts a file there, or takes it away.
    static func write(_ path: String, _ bytes: [UInt8]?, mode: UInt32 = 0o600) {
        let (contents, mode) = (bytes ?? [], bytes == nil ? 0 : mode)
        claim(unsafe fuzz_write(path, contents, contents.count, mode), "\(path) can be written")
    }

    /// Puts attempts there by their two slots, or takes them away.
    static func write(_ path: String, slots: [UInt8]?, size: Int) {
        guard let slots else { return write(path, nil) }
        claim(unsafe fuzz_write_slots(path, slots, size), "\(path) can be written")
    }

    /// The two slots of attempts as they are now.
    static func slots(_ path: String) -> [UInt8] {
        var slots = [UInt8](repeating: 0, count: 2 * SlotImage.size)
        unsafe fuzz_read_slots(path, &slots)
        return slots
    }

    /// Lets the world's faults and clocks be there for a call.
    static func live<Result>(_ body: () -> Result) -> Result {
        fuzz_begin()
        defer { fuzz_end() }
        return body()
    }

    /// Plans up to four calls that fail.
    static func planFaults(_ feed: inout Feed) {
        var call: UInt32 = 0
        for _ in 0..<feed.choice(5) {
            call += 1 + UInt32(feed.byte() % 64)
            fuzz_fail(call, feed.one(of: faults))
        }
    }

    /// What calls fail with; the negative ones are half transfers and odd facts, see World.h.
    private static let faults: [CInt] = [
        EINTR, EIO, ENOSPC, EACCES, EPERM, ENOENT, ELOOP, EMFILE, ENOMEM, EAGAIN, EINVAL, EROFS, ESTALE,
        ERANGE,
        ESRCH, -1, -2, -3, -4, -5, -6, -7, -8,
    ]
}
