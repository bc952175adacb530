internal import Languages

/// What `patternctl doctor` says of one thing: a line, `warning: what: why; what to do`.
struct Finding: Hashable {
    /// How bad it is.
    enum Severity: String, Hashable {
        /// As it should be.
        case ok
        /// Could not be looked at, mostly for want of rights.
        case skipped
        /// Works, but not as somebody may think.
        case warning
        /// Does not work, or is not safe.
        case error
    }

    let severity: Severity
    /// The file, folder, service or program.
    let what: String
    /// What was found.
    let why: String
    /// What to do about it; empty where there is nothing to do.
    let advice: String

    static func ok(_ what: String, _ why: String) -> Finding {
        Finding(severity: .ok, what: what, why: why, advice: "")
    }

    static func skipped(_ what: String, _ why: String) -> Finding {
        Finding(
            severity: .skipped, what: what, why: why, advice: say("run it as root: sudo patternctl doctor"))
    }

    static func warning(_ what: String, _ why: String, _ advice: String) -> Finding {
        Finding(severity: .warning, what: what, why: why, advice: advice)
    }

    static func error(_ what: String, _ why: String, _ advice: String) -> Finding {
        Finding(severity: .error, what: what, why: why, advice: advice)
    }

    /// The line.
    var line: String {
        let text = "\(severity.rawValue): \(what): \(why)" + (advice.isEmpty ? "" : "; \(advice)")
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) ? "?" : $0 }))
    }

    /// The fields of `doctor --json`.
    var json: [JSON.Field] {
        [
            JSON.Field("severity", .string(severity.rawValue)), JSON.Field("what", .string(what)),
            JSON.Field("why", .string(why)), JSON.Field("advice", .string(advice)),
        ]
    }
}
