internal import CLinux
internal import Languages
internal import PatternGrid
internal import PatternVault

/// `patternctl audit`: tries the patterns that people choose most against those that are stored. It
/// counts no try and changes no record.
struct Audit {
    /// How many are tried unless it is said: as many as the blocklist refuses.
    private static let usual = FrequentPatterns.commonCount

    private let options: Options
    /// How many guesses are tried.
    private let limit: Int

    init(_ options: Options) {
        self.options = options
        limit = options.all ? GuessOrder.longest : options.top ?? Audit.usual
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may audit patterns; run it with sudo"))
        // Nobody looks on: a core dump would hold hashes, and which guesses are right.
        _ = linux_hide_process()
        let folder = try session.credentials()
        let accounts = Set(try session.attempt { () throws(StoreError) in try folder.uids() })
        let records = try self.records(session, folder)
        let file = try open(session.store)
        let before = try load(file, session)
        let credentials = records.compactMap(\.credential)
        let orders = orders(for: credentials)
        let plan = AuditPlan(
            credentials.map { AuditTarget($0, guesses: orders[$0.grid.side]?.count ?? 0) }, after: before)
        var run = try AuditRun(plan, AuditWorker.Task(targets: plan.targets, orders: orders))
        // What can't be saved now is tried again, and told when it would have been needed.
        guard try run.run(save: { _ = save($0, in: file) }) else {
            throw interrupted(run.text, save(run.plan.state, in: file))
        }
        if let problem = save(run.plan.stateWhenComplete(accounts: accounts), in: file) {
            Output.complain(Failure(audit: problem, store: session.store).message)
        }
        try report(AuditReport(run.plan, records: records, limit: limit))
    }

    /// The records to try: that of `--user`, or all.
    private func records(
        _ session: Session, _ folder: borrowing StoreFolder
    ) throws(Failure) -> [Record] {
        guard options.user != nil else { return try Record.all(session, folder) }
        let account = try session.account()
        guard let record = try Record(uid: account.uid, folder, session) else {
            throw Failure(
                .notEnrolled, say("%1: has no pattern; nothing to audit", String(bytes: account.name)))
        }
        return [record]
    }

    /// The guesses on each grid that is in use.
    private func orders(for credentials: [Credential]) -> [Int: GuessOrder] {
        var orders: [Int: GuessOrder] = [:]
        for credential in credentials where orders[credential.grid.side] == nil {
            orders[credential.grid.side] = GuessOrder(grid: credential.grid, count: limit)
        }
        return orders
    }

    private func open(_ store: StoreLocation) throws(Failure) -> AuditFile {
        do throws(StoreError) {
            return try AuditFile(of: store)
        } catch {
            throw Failure(audit: error, store: store)
        }
    }

    /// What an interrupted run left, if it tried the same guesses in the same order.
    private func load(_ file: borrowing AuditFile, _ session: Session) throws(Failure) -> AuditState {
        let fresh = AuditState(order: Audit.order)
        do throws(StoreError) {
            guard let state = try file.load(), state.order == fresh.order else { return fresh }
            return state
        } catch {
            guard error.problem == .format else { throw Failure(audit: error, store: session.store) }
            Output.complain(say("%1: all is tried anew", String(bytes: error.text)))
            return fresh
        }
    }

    /// Tells one order of guesses from another.
    private static var order: UInt64 {
        var line = Line()
        line.add(littleEndian: GuessOrder.version)
        for pattern in FrequentPatterns.all { line.add(pattern.canonicalText) }
        return Checksum.fnv1a(line.bytes.span)
    }

    /// Keeps a state, or removes the file when there is nothing to keep; gives what went wrong.
    private func save(_ state: AuditState, in file: borrowing AuditFile) -> StoreError? {
        do throws(StoreError) {
            if state.entries.isEmpty { try file.remove() } else { try file.save(state) }
            return nil
        } catch {
            return error
        }
    }

    private func interrupted(_ text: String, _ problem: StoreError?) -> Failure {
        if let problem {
            return Failure(
                .interrupted,
                say("interrupted after %1; it can't go on from there: %2", text, String(bytes: problem.text)))
        }
        return Failure(.interrupted, say("interrupted after %1; the same command goes on from there", text))
    }

    private func report(_ report: AuditReport) throws(Failure) {
        if options.json {
            try Output.print(report.json.text)
        } else {
            for line in report.lines { try Output.print(line) }
        }
        guard report.found == 0 else { throw Failure(.refused, "") }
        guard report.untried == 0 else {
            throw Failure(
                .unusable,
                say("%1 of %2 records could not be tried", "\(report.untried)", "\(report.rows.count)"))
        }
    }
}

extension Failure {
    /// A state of an audit that can't be used.
    fileprivate init(audit error: StoreError, store: StoreLocation) {
        guard error.place == .audit else {
            self.init(error, store: store)
            return
        }
        let advice =
            switch error.problem {
            case .busy: say("wait for the audit that is under way")
            case .system: say("see whether the disk is full or read-only")
            default: say("remove the file audit there")
            }
        self.init(.unusable, "\(String(bytes: store.path.bytes)): \(String(bytes: error.text)); \(advice)")
    }
}
