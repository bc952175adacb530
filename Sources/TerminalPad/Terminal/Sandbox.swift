internal import CSandbox

/// What the pad gives up before it reads a byte from the terminal: programs, processes and signals to them,
/// sockets, and writing to files. See CSandbox.h.
enum Sandbox {
    /// Enters it. Where that fails the pad goes on: it has but the rights of its user.
    ///
    /// - Parameter console: Whether gpm's mouse is in use, which is given back and taken again.
    static func enter(console: Bool) {
        _ = sandbox_enter(sandbox_terminal.rawValue | (console ? sandbox_console.rawValue : 0))
    }
}
