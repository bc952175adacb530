/// One account's credential and attempts, opened and checked: all that a try needs of the store.
public struct Records: ~Copyable {
    let credential: CredentialFile
    let attempts: AttemptsFile

    /// Opens them; nil is the proof that the account has no credential.
    package static func open(_ account: Account, in location: StoreLocation) throws(StoreError) -> Records? {
        let store = try Store(location)
        let credential = try StoreFolder(.credentials, of: store).credentialFile(uid: account.uid)
        guard let credential else { return nil }
        guard credential.credential.name == account.name else { throw StoreError(.credential, .account) }
        let attempts = try AttemptsFile(uid: account.uid, in: StoreFolder(.attempts, of: store))
        return Records(credential: credential, attempts: attempts)
    }

    private init(credential: consuming CredentialFile, attempts: consuming AttemptsFile) {
        self.credential = credential
        self.attempts = attempts
    }
}
