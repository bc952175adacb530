internal import CLinux
internal import PatternVault

/// The sources of accounts that nsswitch.conf(5) names, each asked by itself.
///
/// libc asks one behind the other, and says "no such account" also where a directory did not answer: with
/// ENOENT, which others give that know of none, or without an error where a source behind it answered.
///
/// For a program of one thread: all look-ups of the process go to a source while it is asked.
struct AccountSources: Equatable {
    /// Why it can't be told whether there is an account.
    struct Silence: Error, Equatable {
        let text: String
    }

    /// Their names, in the order of the file; none where it leaves the choice to libc.
    private(set) var names: [String] = []
    /// What the file says of them, actions in brackets among it.
    private(set) var line: String?

    /// Those of this machine.
    init() throws(Silence) {
        let file = "/etc/nsswitch.conf"
        let text: [UInt8]
        do throws(Errno) {
            text = try ThisMachine().contents(of: file)
        } catch {
            guard error == .noSuchFile else { throw Silence(text: "\(file): \(error.text)") }
            text = []
        }
        self.init(parsing: text)
    }

    /// Reads a file: the last line of `passwd` counts, as it does for libc.
    init(parsing text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let line = line.prefix { $0 != UInt8(ascii: "#") }
            let parts = line.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2,
                parts[0].split(whereSeparator: AccountSources.isBlank) == [ArraySlice("passwd".utf8)]
            else { continue }
            self.line = String(decoding: parts[1], as: UTF8.self)
            names = AccountSources.withoutActions(parts[1]).split(whereSeparator: AccountSources.isBlank).map
            {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// Whether one of them has an account of this name and uid; false only where each one says that it has none.
    func know(name: [UInt8], uid: UInt32) throws(Silence) -> Bool {
        guard let line, !names.isEmpty else { return try AccountSources.isThere(name, uid, in: "passwd") }
        defer { _ = unsafe linux_choose_accounts(line) }
        var silence: Silence?
        for source in names {
            do throws(Silence) {
                guard unsafe linux_choose_accounts(source) else { throw Silence(text: source) }
                if try AccountSources.isThere(name, uid, in: source) { return true }
            } catch {
                silence = silence ?? error
            }
        }
        if let silence { throw silence }
        return false
    }

    private static func isThere(_ name: [UInt8], _ uid: UInt32, in source: String) throws(Silence) -> Bool {
        do throws(Errno) {
            return try Account.isThere(name: name, uid: uid)
        } catch {
            throw Silence(text: "\(source): \(error.text)")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    /// The same with a blank for each `[NOTFOUND=return]`.
    private static func withoutActions(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var isInside = false
        return text.map { byte in
            if byte == UInt8(ascii: "[") { isInside = true }
            defer { if byte == UInt8(ascii: "]") { isInside = false } }
            return isInside ? 0x20 : byte
        }
    }
}
