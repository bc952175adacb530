internal import PatternVault

/// `patternctl doctor`: tells what is wrong on this machine, and what to do. It changes nothing.
struct Doctor {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        try Session.checkPlaces(options)
        let machine = ThisMachine()
        let findings = checks.flatMap { $0.findings(on: machine) }
        let isWrong = findings.contains { $0.severity == .error }
        if options.json {
            let fields = [
                JSON.Field("healthy", .bool(!isWrong)),
                JSON.Field("findings", .array(findings.map { .object($0.json) })),
            ]
            try Output.print(JSON.object(fields).text)
        } else {
            for finding in findings { try Output.print(finding.line) }
        }
        if isWrong { throw Failure(.refused, "") }
    }

    /// All checks, in the order of their findings. A new one goes in here.
    private var checks: [any Check] {
        let path = options.conf ?? Settings.standardFile
        let mayBeMissing = options.conf == nil
        let settings = try? Settings.load(file: path, mayBeMissing: mayBeMissing)
        let store = options.store.map { StoreLocation(path: $0) } ?? .standard
        var checks: [any Check] = [
            ModuleCheck(),
            GroupCheck(),
            CheckerCheck(),
            StoreCheck(store: store),
            InstallationCheck(),
            SettingsCheck(path: path, mayBeMissing: mayBeMissing),
            StackCheck(settings: settings ?? Settings()),
            ServicesCheck(),
            AskpassCheck(),
            CostCheck(cost: settings?.cost, freeMemory: Memory.available) { cost throws(Failure) in
                try CostMeter.measure(cost, rounds: 1)
            },
            ClockCheck(),
            LanguageCheck(),
        ]
        if let account = try? Session.caller() {
            checks.append(
                FingerprintCheck(user: String(bytes: account.name)) { FingerprintReader.find(user: $0) })
        }
        // The checker knows the compiled-in store alone.
        if options.store == nil, let account = try? Session.caller() {
            checks.append(
                AnswerCheck(account: account) { account in
                    CheckerClient(path: .checker, clock: SystemClock()).admit(account)
                })
        }
        return checks
    }
}
