internal import Languages
internal import PatternGrid
internal import PatternVault

/// `patternctl status`: what there is to know of one account's pattern.
struct Status {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        let account = try session.account()
        let name = String(bytes: account.name)
        if System.effectiveUser != 0 {
            try askChecker(account, name: name)
            return
        }
        guard let record = try Record(uid: account.uid, try session.credentials(), session) else {
            throw try notEnrolled(account, name: name)
        }
        let reader = FingerprintReader.find(user: name)
        try Output.print(
            options.json
                ? JSON.object(record.json + reader.json).text : text(of: record, name: name, reader))
        if let problem = record.problem {
            throw Failure(.unusable, "\(name): \(problem)")
        }
    }

    /// What a user may know without being root: their own, from the checker.
    private func askChecker(_ account: Account, name: String) throws(Failure) {
        guard account.uid == System.realUser else {
            throw Failure(.notPermitted, say("only root may see another's pattern; run it with sudo"))
        }
        switch CheckerClient(path: .checker, clock: SystemClock()).admit(account) {
        case .ready(let grid): try show(account, name, lock: nil, grid: grid)
        case .refused(.locked(let lock)): try show(account, name, lock: lock, grid: nil)
        case .refused(.notEnrolled): throw try notEnrolled(account, name: name)
        case .refused(.refused(.strongFactorDue)):
            throw Failure(.notPermitted, say("%1: the password is due before the pattern may be used", name))
        case .refused(let verdict):
            throw Failure(
                .unusable,
                say("%1: %2; see the system's log, or run it with sudo", name, String(bytes: verdict.reason)))
        }
    }

    private func show(_ account: Account, _ name: String, lock: Lock?, grid: Grid?) throws(Failure) {
        let seconds: Int? = if case .seconds(let seconds) = lock { seconds } else { nil }
        let reader = FingerprintReader.find(user: name)
        if options.json {
            let fields = [
                JSON.Field("user", .string(name)), JSON.Field("uid", .number(Int(account.uid))),
                JSON.Field("enrolled", .bool(true)), JSON.Field("grid", .optional(grid?.text)),
                JSON.Field("locked", .bool(lock != nil)),
                JSON.Field("locked_seconds", seconds.map { .number($0) } ?? .null),
            ]
            try Output.print(JSON.object(fields + reader.json).text)
            return
        }
        let state =
            switch lock {
            case nil: say("locked    no")
            case .seconds(let seconds):
                say(
                    "locked    until %1, or until the password is used",
                    Time.local(System.wallTime + seconds))
            case .untilStrongFactor: say("locked    until the password is used")
            }
        try Output.print(
            say("%1: has a pattern", name) + "\n" + (grid.map { "  " + Status.grid($0) + "\n" } ?? "")
                + "  \(state)" + finger(reader).map { "\n  \($0)" }.joined())
    }

    private static func grid(_ grid: Grid) -> String { say("grid      %1", grid.text) }

    private func notEnrolled(_ account: Account, name: String) throws(Failure) -> Failure {
        guard options.json else {
            return Failure(.notEnrolled, say("%1: has no pattern; set one with sudo patternctl enroll", name))
        }
        let fields = [
            JSON.Field("user", .string(name)), JSON.Field("uid", .number(Int(account.uid))),
            JSON.Field("enrolled", .bool(false)),
        ]
        try Output.print(JSON.object(fields + FingerprintReader.find(user: name).json).text)
        return Failure(.notEnrolled, "")
    }

    private func text(of record: Record, name: String, _ reader: FingerprintReader) -> String {
        guard let credential = record.credential else { return say("%1: the pattern can't be used", name) }
        let lines =
            [
                say("%1: has a pattern", name), Status.grid(credential.grid),
                say("hash      %1", String(credential.hash.method.name)),
                say("enrolled  %1", Time.local(credential.enrolled)),
            ] + record.tries.lines + finger(reader)
        return lines.joined(separator: "\n  ")
    }

    /// The line about fingers; none on a machine without fprintd.
    private func finger(_ reader: FingerprintReader) -> [String] {
        reader.line.map { [say("finger    %1", $0)] } ?? []
    }
}
