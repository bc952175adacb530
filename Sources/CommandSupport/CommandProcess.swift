internal import CCommand
internal import CLinux

/// The process of a program: what it sees to before it does anything.
package enum CommandProcess {
    /// The words of the command line, the program's name first.
    package static var words: [String] {
        // SAFETY: the words live as long as the process.
        (0..<command_word_count()).compactMap { index in
            unsafe command_word(index).map { unsafe String(cString: $0) }
        }
    }

    /// Prepares it: a file of ours never lands on a standard descriptor that is closed, and a reader that
    /// went away is a write that fails, not the end.
    ///
    /// - Returns: Whether standard output was open.
    @discardableResult
    package static func prepare() -> Bool {
        linux_ignore_broken_pipes()
        return linux_keep_standard_descriptors()
    }

    /// Before a secret is in memory: no core file, and no reading by others of this user.
    @discardableResult
    package static func hide() -> Bool { linux_hide_process() }
}
