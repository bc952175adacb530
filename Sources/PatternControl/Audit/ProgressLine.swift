internal import CLinux
internal import CommandSupport

/// A line on standard error that is written over, where that is a terminal.
struct ProgressLine: ~Copyable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var length = 0

    /// How often it changes at most, in milliseconds.
    static var interval: Int { 200 }

    /// Shows a line over the one before.
    mutating func show(_ progress: AuditProgress) {
        guard isShown else { return }
        let columns = Int(linux_terminal_columns(STDERR_FILENO))
        let line = progress.line(columns: columns > 0 ? columns : 80)
        write("\r" + line + String(repeating: " ", count: max(0, length - line.count)))
        length = line.count
    }

    /// Takes the line away.
    mutating func clear() {
        guard isShown, length > 0 else { return }
        write("\r" + String(repeating: " ", count: length) + "\r")
        length = 0
    }

    private func write(_ text: String) {
        // What can't be shown is not worth an error.
        _ = CommandOutput.write(text, to: STDERR_FILENO)
    }
}
