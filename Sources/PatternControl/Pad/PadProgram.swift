internal import CLinux
internal import PatternGrid
internal import PatternVault

/// The program that draws, `pattern-pad`, run on our terminal. Where it is missing or can't run, the
/// pattern is typed instead.
enum PadProgram {
    /// How a run ended.
    enum Answer: ~Copyable {
        /// The pattern, in canonical form.
        case pattern(Secret)
        /// The person gave up.
        case cancelled
        /// It can't be run, or not on this terminal.
        case unavailable
    }

    /// A compiled-in path: PATH is the caller's.
    private static let path = "/usr/bin/pattern-pad"

    /// What a terminal program needs of the environment.
    private static let environment = [
        "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE",
        "LC_MESSAGES", "LANGUAGE", "TERMINFO", "TERMINFO_DIRS",
    ]

    /// Draws once.
    static func run(_ options: [String]) -> Answer {
        guard unsafe linux_can_execute(path) else { return .unavailable }
        var identity = linux_identity()
        guard identify(&identity) else { return .unavailable }
        var ends: (CInt, CInt) = (-1, -1)
        // SAFETY: both numbers live through the call, which fills them.
        guard unsafe linux_pipe(&ends.0, &ends.1) == 0 else { return .unavailable }
        defer { close(ends.0) }
        var mode = termios()
        // SAFETY: `mode` lives through the calls.
        let hasMode = unsafe linux_get_terminal(STDIN_FILENO, &mode) == 0
        let process = ChildProgram(path, options, keeping: environment).start(output: ends.1, &identity)
        close(ends.1)
        guard process > 0 else { return .unavailable }
        let output = read(ends.0)
        let status = linux_wait(process)
        // It restores the terminal itself, unless it was killed.
        if status < 0, hasMode { _ = unsafe linux_set_terminal(STDIN_FILENO, &mode) }
        return answer(to: status, output)
    }

    /// Reads its line.
    private static func read(_ descriptor: CInt) -> Secret? {
        Secret(capacity: Grid.maximumTextLength + 1) { output in
            while linux_wait_readable(descriptor, -1) != 0, !output.isFull {
                var byte: UInt8 = 0
                // SAFETY: `byte` lives through the call.
                let count = unsafe linux_read(descriptor, &byte, 1)
                if count == -Int(EINTR) || count == -Int(EAGAIN) { continue }
                guard count == 1, byte != UInt8(ascii: "\n") else { return }
                output.append(byte)
            }
        }
    }

    private static func answer(to status: CInt, _ output: consuming Secret?) -> Answer {
        switch status {
        case 0:
            guard let text = output, text.count > 0 else { return .unavailable }
            return .pattern(text)
        case 1, -SIGINT, -SIGTERM, -SIGHUP, -SIGQUIT: return .cancelled
        default: return .unavailable
        }
    }

    /// Whom it runs as: started by root through pkexec or sudo, the user who called, for it reads that
    /// user's environment and keys. False when that can't be told.
    private static func identify(_ identity: inout linux_identity) -> Bool {
        do throws(Failure) {
            if let uid = try SelfService.caller() {
                return unsafe uid == 0 || linux_identify_account(&identity, uid)
            }
        } catch {
            return false
        }
        guard System.effectiveUser == 0, let uid = number("SUDO_UID"), let gid = number("SUDO_GID"), uid != 0
        else { return true }
        guard let account = try? Account.find(uid: uid) else { return false }
        let name = String(bytes: account.name)
        return unsafe linux_identify(&identity, name, uid, gid)
    }

    private static func number(_ name: String) -> UInt32? {
        guard let text = unsafe getenv(name) else { return nil }
        let bytes = unsafe Array(String(cString: text).utf8)
        return bytes.span.decimal(limit: Int(UInt32.max)).map { UInt32($0) }
    }
}
