internal import Languages
internal import PatternGrid
internal import PatternVault

/// A record of the store as it is listed: the credential, or what is wrong with it.
struct Record {
    /// What there is to say of it.
    enum State: Equatable {
        case usable(Credential)
        /// The system knows no such uid any more, or calls it otherwise.
        case orphan(Credential)
        /// It can't be told whether the system knows them.
        case unproven(Credential, AccountSources.Silence)
        case unusable(StoreError)
    }

    /// The uid that names the file.
    let uid: UInt32
    /// The account's present name, or the one in the record, or the uid.
    let user: String
    /// What it is.
    let state: State
    /// The tries against it.
    let tries: Tries

    /// All records of a store, in ascending order of uids.
    static func all(_ session: Session, _ folder: borrowing StoreFolder) throws(Failure) -> [Record] {
        let uids: [UInt32]
        do throws(StoreError) {
            uids = try folder.uids()
        } catch {
            throw Failure(error, store: session.store)
        }
        let accounts = AccountTable(expecting: uids.count)
        var records: [Record] = []
        for uid in uids {
            if let record = try Record(uid: uid, folder, session, accounts) { records.append(record) }
        }
        return records
    }

    /// Reads one record; nil when there is none (any more).
    init?(
        uid: UInt32, _ folder: borrowing StoreFolder, _ session: Session,
        _ accounts: AccountTable = AccountTable(expecting: 1)
    ) throws(Failure) {
        self.uid = uid
        tries = Tries(uid: uid, session)
        do throws(StoreError) {
            guard let credential = try folder.credential(uid: uid) else { return nil }
            state = Record.state(of: credential, accounts)
            user = String(bytes: credential.name)
        } catch {
            state = .unusable(error)
            let account = try Session.lookUp { () throws(Errno) in try accounts.find(uid: uid) }
            user = account.map { String(bytes: $0.name) } ?? String(uid)
        }
    }

    private static func state(of credential: Credential, _ accounts: AccountTable) -> State {
        do throws(AccountSources.Silence) {
            let isKnown = try accounts.has(name: credential.name, uid: credential.uid)
            return isKnown ? .usable(credential) : .orphan(credential)
        } catch {
            return .unproven(credential, error)
        }
    }

    /// Whether its account is gone or has another name.
    var isOrphan: Bool {
        if case .orphan = state { true } else { false }
    }

    /// Whether its account may be gone: it can't be read, and no account has its uid, or accounts can't be
    /// looked up. That of another name is not among them, where `name` is the one in question.
    func mayBeOrphan(of name: String?) -> Bool {
        switch state {
        case .usable, .orphan: false
        case .unproven: name == nil || name == user
        case .unusable: user == String(uid)
        }
    }

    /// What is wrong with it; nil when nothing is.
    var problem: String? {
        switch state {
        case .usable: tries.problem
        case .orphan: say("no account of this name and uid")
        case .unproven(_, let silence):
            say("users can't be looked up (%1); see nsswitch.conf(5)", silence.text)
        case .unusable(let error): String(bytes: error.text)
        }
    }

    /// The credential, where it could be read.
    var credential: Credential? {
        switch state {
        case .usable(let credential), .orphan(let credential), .unproven(let credential, _): credential
        case .unusable: nil
        }
    }

    /// The fields of `list --json` and `status --json`.
    var json: [JSON.Field] {
        [
            JSON.Field("user", .string(user)),
            JSON.Field("uid", .number(Int(uid))),
            JSON.Field("enrolled", .bool(true)),
            JSON.Field("grid", .optional(credential?.gridName)),
            JSON.Field("method", .optional(credential.map { String($0.hash.method.name) })),
            JSON.Field("enrolled_at", .optional(credential.map { Time.universal($0.enrolled) })),
        ] + tries.json + [JSON.Field("problem", .optional(problem))]
    }
}

extension Credential {
    /// The grid's name, `3x3`.
    var gridName: String { grid.text }
}

extension Grid {
    /// The name, `3x3`.
    var text: String { "\(side)x\(side)" }
}
