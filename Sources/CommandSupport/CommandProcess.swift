internal import CLinux

/// The process of a program: what it sees to before it does anything.
package enum CommandProcess {
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
