internal import Languages
internal import PatternVault

/// What a file comes to on this machine: each record with the account of its name, or why it is refused.
struct ImportPlan: Equatable {
    /// The credentials for this machine's uids, in the order of the file.
    private(set) var credentials: [Credential] = []
    /// The lines that are refused, in the order of the file.
    private(set) var refusals: [RecordFile.Refusal]

    /// Looks all accounts up.
    ///
    /// - Parameter only: the one account that is wanted; lines about others need be sound, no more.
    init(_ file: RecordFile, only wanted: Account?) throws(Failure) {
        let accounts = AccountTable(expecting: wanted == nil ? file.entries.count : 0)
        try self.init(file, only: wanted) { name throws(Failure) in
            try Session.lookUp { () throws(Errno) in try accounts.find(name: name) }
        }
    }

    /// The same with accounts that come from elsewhere.
    init(
        _ file: RecordFile, only wanted: Account?,
        find: ([UInt8]) throws(Failure) -> Account?
    ) throws(Failure) {
        refusals = file.refusals
        var lines: [UInt32: Int] = [:]
        for entry in file.entries {
            let name = entry.record.name
            if let wanted, name != wanted.name { continue }
            let found = if let wanted { Optional(wanted) } else { try find(name) }
            guard let account = found else {
                refuse(entry, say("%1: the system knows no such user", String(bytes: name)))
                continue
            }
            // A directory may spell it otherwise than it was asked for.
            guard Credential.isName(account.name.span) else {
                refuse(entry, PortableRecord.Flaw.name.reason)
                continue
            }
            if let first = lines[account.uid] {
                refuse(entry, say("%1: is on line %2 already", String(bytes: name), "\(first)"))
                continue
            }
            lines[account.uid] = entry.number
            credentials.append(entry.record.credential(of: account))
        }
        refusals.sort { $0.number < $1.number }
        if let wanted, refusals.isEmpty, credentials.isEmpty {
            throw Failure(
                .refused,
                say(
                    "%1: the file has no record of this user; nothing was changed", String(bytes: wanted.name)
                ))
        }
    }

    private mutating func refuse(_ entry: RecordFile.Entry, _ reason: String) {
        refusals.append(RecordFile.Refusal(number: entry.number, reason: reason))
    }
}
