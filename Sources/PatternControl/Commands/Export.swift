internal import CLinux
internal import CommandSupport
internal import Languages
internal import PatternVault

/// `patternctl export`: the credentials as text for other machines or a backup, see ``RecordFile``.
struct Export {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may export patterns; run it with sudo"))
        guard options.file != nil || isatty(STDOUT_FILENO) == 0 else {
            throw Failure(
                .refused,
                say(
                    "standard output is a terminal, where hashes could be seen: name a new file, or pipe them on"
                ))
        }
        let folder = try session.credentials()
        let (records, isComplete) =
            options.user == nil ? try all(session, folder) : (try one(session, folder), true)
        try write(RecordFile.text(of: records))
        Output.complain(Export.caution)
        if !isComplete {
            throw Failure(.unusable, say("some records can't be used and were left out; see patternctl list"))
        }
    }

    private static var caution: String {
        say(
            """
            the hashes are as good as cleartext: whoever reads them has the patterns within hours; \
            let nobody but root read them, and delete them after use
            """)
    }

    /// All that can be used; those whose account is gone are of no use elsewhere.
    private func all(
        _ session: Session, _ folder: borrowing StoreFolder
    ) throws(Failure) -> (records: [PortableRecord], isComplete: Bool) {
        var records: [PortableRecord] = []
        var isComplete = true
        for record in try Record.all(session, folder) {
            switch record.state {
            case .usable(let credential): records.append(PortableRecord(credential))
            case .orphan:
                Output.complain(
                    say(
                        "%1 (uid %2): no account of this name and uid; left out", record.user, "\(record.uid)"
                    ))
            case .unproven, .unusable:
                Output.complain(say("%1: %2; left out", record.user, record.problem ?? ""))
                isComplete = false
            }
        }
        return (records, isComplete)
    }

    private func one(
        _ session: Session, _ folder: borrowing StoreFolder
    ) throws(Failure) -> [PortableRecord] {
        let account = try session.account()
        let name = String(bytes: account.name)
        guard let record = try Record(uid: account.uid, folder, session) else {
            throw Failure(.notEnrolled, say("%1: has no pattern; nothing to export", name))
        }
        switch record.state {
        case .usable(let credential): return [PortableRecord(credential)]
        case .orphan:
            throw Failure(
                .refused, say("%1: the record is that of another account; remove it and enroll again", name))
        case .unproven: throw Failure(.unusable, "\(name): \(record.problem ?? "")")
        case .unusable(let error): throw Failure(error, store: session.store)
        }
    }

    private func write(_ text: [UInt8]) throws(Failure) {
        guard let file = options.file else {
            guard CommandOutput.write(text, to: STDOUT_FILENO) else {
                throw Failure(.refused, say("standard output: can't be written"))
            }
            return
        }
        do throws(Errno) {
            try NewFile.create(file, text)
        } catch {
            let advice = error == .fileExists ? say("name a new file") : say("name another file")
            throw Failure(.refused, "\(String(bytes: file.bytes)): \(error.text); \(advice)")
        }
    }
}
