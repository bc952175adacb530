internal import PatternVault

/// The accounts of the system, for many look-ups.
///
/// A look-up may read passwd(5) from its start; where there are many to come, one walk over all accounts
/// saves most of them. What is not found on it is looked up as ever: a directory need not list its users.
struct AccountTable {
    /// From so many look-ups on the walk is made.
    private static let many = 200

    private var uids: [[UInt8]: UInt32] = [:]
    private var names: [UInt32: [UInt8]] = [:]

    /// Prepares for so many look-ups.
    init(expecting count: Int) {
        guard count >= AccountTable.many else { return }
        // The first entry of a name or a uid counts, as for getpwnam(3) and getpwuid(3).
        for account in AccountList.all {
            if uids[account.name] == nil { uids[account.name] = account.uid }
            if names[account.uid] == nil { names[account.uid] = account.name }
        }
    }

    /// The account of a name; nil when the system knows none.
    func find(name: [UInt8]) throws(Errno) -> Account? {
        if let uid = uids[name] { return Account(name: name, uid: uid) }
        return try Account.find(name: name.span)
    }

    /// Whether an account has this name and uid; false only where that is proven, by the files and by each
    /// source of nsswitch.conf(5).
    func has(name: [UInt8], uid: UInt32) throws(AccountSources.Silence) -> Bool {
        do throws(Errno) {
            // The module looks for names, the checker for uids, and accounts may share a uid.
            if try find(uid: uid)?.name == name { return true }
            if try find(name: name) == Account(name: name, uid: uid) { return true }
        } catch {
            throw AccountSources.Silence(text: error.text)
        }
        return try AccountSources().know(name: name, uid: uid)
    }

    /// The account of a uid; nil when the system knows none.
    func find(uid: UInt32) throws(Errno) -> Account? {
        if let name = names[uid] { return Account(name: name, uid: uid) }
        return try Account.find(uid: uid)
    }
}
