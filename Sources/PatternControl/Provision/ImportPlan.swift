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
        let accounts = AccountNames(expecting: file.entries.count)
        try self.init(file, only: wanted) { name throws(Failure) in
            try Session.lookUp { () throws(Errno) in try accounts.find(name) }
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
                refuse(entry, "\(String(bytes: name)): the system knows no such user")
                continue
            }
            if let first = lines[account.uid] {
                refuse(entry, "\(String(bytes: name)): is on line \(first) already")
                continue
            }
            lines[account.uid] = entry.number
            credentials.append(entry.record.credential(of: account))
        }
        refusals.sort { $0.number < $1.number }
        if let wanted, refusals.isEmpty, credentials.isEmpty {
            throw Failure(
                .refused,
                "\(String(bytes: wanted.name)): the file has no record of this user; nothing was changed")
        }
    }

    private mutating func refuse(_ entry: RecordFile.Entry, _ reason: String) {
        refusals.append(RecordFile.Refusal(number: entry.number, reason: reason))
    }
}

/// The accounts of the system by name.
///
/// A look-up may read passwd(5) from its start; where there are many to come, one walk over all accounts
/// saves most of them.
struct AccountNames {
    /// From so many look-ups on the walk is made.
    private static let many = 200

    private let known: [[UInt8]: UInt32]

    /// Prepares for so many look-ups.
    init(expecting count: Int) {
        var known: [[UInt8]: UInt32] = [:]
        if count >= AccountNames.many {
            for account in AccountList.all where known[account.name] == nil {
                known[account.name] = account.uid
            }
        }
        self.known = known
    }

    /// The account of a name; nil when the system knows none.
    func find(_ name: [UInt8]) throws(Errno) -> Account? {
        if let uid = known[name] { return Account(name: name, uid: uid) }
        return try Account.find(name: name.span)
    }
}
