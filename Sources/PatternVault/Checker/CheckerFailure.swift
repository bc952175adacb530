/// Why the checker could not be asked, or did not answer. All of them refuse the pattern.
package enum CheckerFailure: Error, Equatable, Sendable {
    /// There is no such program.
    case notFound
    /// It has lost its set-group-ID bit.
    case noSetgid
    /// The process has PR_SET_NO_NEW_PRIVS, so the bit has no effect.
    case noNewPrivileges
    /// It runs without the store's group for another reason: a `nosuid` mount, or a wrong group.
    case noRights
    /// It did not answer in time.
    case timedOut
    /// It ended without an answer.
    case noAnswer
    /// It could not be started or talked to.
    case system(Errno)
    /// It says that something else can't be used.
    case unusable([UInt8])
    /// It refuses the request.
    case refused([UInt8])

    /// The words for a log line.
    package var text: [UInt8] {
        var line = Line("checker ")
        switch self {
        case .notFound: line.add("not found")
        case .noSetgid: line.add("has no set-group-ID bit")
        case .noNewPrivileges: line.add("gets no rights: NoNewPrivileges is set")
        case .noRights: line.add("gets no rights: its group or a nosuid mount is wrong")
        case .timedOut: line.add("timed out")
        case .noAnswer: line.add("gave no answer")
        case .system(let error):
            line.add("can't be run: ")
            line.add(error)
        case .unusable(let text):
            line.add("says: ")
            line.add(untrusted: text.span, limit: 200)
        case .refused(let text):
            line.add("refuses: ")
            line.add(untrusted: text.span, limit: 200)
        }
        return line.bytes
    }
}
