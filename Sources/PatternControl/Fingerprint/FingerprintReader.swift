internal import Languages

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
        case .noReader: say("no reader")
        case .noFinger: say("none enrolled; fprintd-enroll enrolls one")
        case .enrolled(let fingers): fingers.map(\.words).joined(separator: ", ")
        case .unknown(let doubt): say("not known, %1", doubt.words)
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
        case .noService: (say("fprintd does not run"), say("install fprintd, or take the line out"))
        case .noReader: (say("no fingerprint reader is there"), say("plug it in, or take the line out"))
        case .noFinger: (say("no finger is enrolled"), say("enroll one with fprintd-enroll"))
        case .unknown(let doubt):
            (say("the fingers are not known, %1", doubt.words), say("see the log of fprintd"))
        }
    }
}

extension FingerprintReader.Doubt {
    /// The reason, as the end of a sentence.
    var words: String {
        switch self {
        case .silent: say("fprintd does not answer")
        case .refused: say("fprintd does not tell this user from here")
        case .error(let name): say("fprintd answers %1", name)
        case .nonsense: say("fprintd's answer is not understood")
        case .noProgram: say("%1 can't be run", BusProgram.path)
        }
    }
}
