/// Whether a finger can stand in front of an account's pattern: what fprintd knows.
package enum FingerprintReader: Equatable, Sendable {
    /// fprintd is not installed, or there is no system bus.
    case noService
    /// No reader is plugged in, or none that fprintd can use.
    case noReader
    /// There is a reader, and it knows no finger of this account.
    case noFinger
    /// There is a reader, and these fingers are enrolled.
    case enrolled([Finger])
    /// It can't be told.
    case unknown(Doubt)

    /// Why it can't be told.
    package enum Doubt: Equatable, Sendable {
        /// fprintd was silent for too long.
        case silent
        /// fprintd tells only root, or a user who sits at this machine.
        case refused
        /// fprintd, or the bus, answered with this error.
        case error(String)
        /// The answer is none that we know.
        case nonsense
        /// The program that asks is not there, or can't be run.
        case noProgram
    }

    /// The line of `status`, behind its label; nil where there is nothing to say.
    var line: String? {
        switch self {
        case .noService: nil
        case .noReader: "no reader"
        case .noFinger: "none enrolled; fprintd-enroll enrolls one"
        case .enrolled(let fingers): fingers.map(\.words).joined(separator: ", ")
        case .unknown(let doubt): "not known, \(doubt.words)"
        }
    }

    /// The fields of `status --json`.
    var json: [JSON.Field] {
        let state: String
        var fingers = JSON.array([])
        switch self {
        case .noService: state = "no fprintd"
        case .noReader: state = "no reader"
        case .noFinger: state = "no finger"
        case .enrolled(let found):
            state = "enrolled"
            fingers = .array(found.map { .string($0.rawValue) })
        case .unknown:
            state = "unknown"
            fingers = .null
        }
        return [JSON.Field("fingerprint", .string(state)), JSON.Field("fingers", fingers)]
    }

    /// What is wrong for an account whose stack asks for a finger, and what to do; nil for nothing.
    package var problem: (why: String, advice: String)? {
        switch self {
        case .enrolled: nil
        case .noService: ("fprintd does not run", "install fprintd, or take the line out")
        case .noReader: ("no fingerprint reader is there", "plug it in, or take the line out")
        case .noFinger: ("no finger is enrolled", "enroll one with fprintd-enroll")
        case .unknown(let doubt): ("the fingers are not known, \(doubt.words)", "see the log of fprintd")
        }
    }
}

extension FingerprintReader.Doubt {
    /// The reason, as the end of a sentence.
    var words: String {
        switch self {
        case .silent: "fprintd does not answer"
        case .refused: "fprintd does not tell this user from here"
        case .error(let name): "fprintd answers \(name)"
        case .nonsense: "fprintd's answer is not understood"
        case .noProgram: "\(BusProgram.path) can't be run"
        }
    }
}
