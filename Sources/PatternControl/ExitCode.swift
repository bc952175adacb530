/// What patternctl tells its caller, see patternctl(1).
package enum ExitCode: CInt, Sendable {
    /// Done; the pattern is right.
    case done = 0
    /// Refused, or the pattern is wrong.
    case refused = 1
    /// The command line can't be understood.
    case usage = 2
    /// The account has no pattern.
    case notEnrolled = 3
    /// The pattern is locked.
    case locked = 4
    /// The caller may not do this.
    case notPermitted = 5
    /// The store, or something else that is needed, can't be used.
    case unusable = 6
    /// Interrupted by Ctrl-C: 128 and SIGINT.
    case interrupted = 130
}

/// Why a command ends early: what to tell and the code. The message is one line, `what: why; what to do`.
package struct Failure: Error, Equatable, Sendable {
    /// The exit code.
    package let code: ExitCode
    /// The line, without the program's name.
    package let message: String

    /// Names a failure.
    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
