internal import CLinux
internal import Languages
internal import PatternVault

/// What most commands need: the settings, the store, and whom it is about.
struct Session {
    /// The settings of pattern.conf.
    let settings: Settings
    /// The store.
    let store: StoreLocation
    private let options: Options

    /// Reads the settings; other places than the compiled-in ones are for root.
    init(_ options: Options) throws(Failure) {
        try Session.checkPlaces(options)
        self.options = options
        store = options.store.map { StoreLocation(path: $0) } ?? .standard
        do throws(SettingsError) {
            settings = try Settings.load(
                file: options.conf ?? Settings.standardFile, mayBeMissing: options.conf == nil)
        } catch {
            throw Failure(.unusable, say("%1; correct that file", String(bytes: error.text)))
        }
    }

    /// Ends the command where others than root name other places than the compiled-in ones.
    static func checkPlaces(_ options: Options) throws(Failure) {
        if options.conf != nil || options.store != nil, System.effectiveUser != 0 {
            throw Failure(.notPermitted, say("--conf and --store are for root; run it with sudo"))
        }
    }

    /// Ends the command with this message unless root runs it.
    func requireRoot(_ message: @autoclosure () -> String) throws(Failure) {
        guard System.effectiveUser == 0 else {
            throw Failure(.notPermitted, message())
        }
    }

    /// The account it is about: `--user`, or who called, through sudo too.
    func account() throws(Failure) -> Account {
        if let user = options.user {
            let found = try Session.lookUp { () throws(Errno) in
                try Account.find(name: Array(user.utf8).span)
            }
            guard let found else {
                guard user.isEmpty || Credential.isName(Array(user.utf8).span) else { throw .name(user) }
                throw Failure(.refused, say("%1: the system knows no such user; see getent passwd", user))
            }
            return found
        }
        return try Session.caller()
    }

    /// The account of who called.
    static func caller() throws(Failure) -> Account {
        try account(of: try callingUser())
    }

    /// The account of a uid.
    static func account(of uid: UInt32) throws(Failure) -> Account {
        guard let found = try Session.lookUp({ () throws(Errno) in try Account.find(uid: uid) }) else {
            throw Failure(
                .refused, say("uid %1: the system knows no such user; name one with --user", "\(uid)"))
        }
        return found
    }

    /// Asks the system's accounts, telling when they can't be asked.
    static func lookUp<Result>(_ body: () throws(Errno) -> Result) throws(Failure) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw Failure(.unusable, say("users can't be looked up (%1); see nsswitch.conf(5)", error.text))
        }
    }

    /// Opens the folder of the credentials.
    func credentials() throws(Failure) -> StoreFolder {
        try attempt { () throws(StoreError) in try StoreFolder(.credentials, of: store) }
    }

    /// Opens the folder of the attempts.
    func attempts() throws(Failure) -> StoreFolder {
        try attempt { () throws(StoreError) in try StoreFolder(.attempts, of: store) }
    }

    /// Forgives an account all wrong tries, making its attempts anew where they can't be used.
    func forgive(_ account: Account, in folder: borrowing StoreFolder) throws(Failure) {
        let uid = account.uid
        _ = try attempt { () throws(StoreError) in try folder.provideAttempts(uid: uid) }
        let file = try attempt { () throws(StoreError) in try AttemptsFile(uid: uid, in: folder) }
        var patience = 3000
        do throws(StoreError) {
            let _: Result<Void, Never> = try file.change(
                patience: &patience, clock: SystemClock(), isSynced: true
            ) { attempts in
                attempts.forgiveAll()
                return .success(())
            }
        } catch {
            guard error.problem == .busy else { throw Failure(error, store: store) }
            let holder = LockHolder.find(try attempt { () throws(StoreError) in try file.status() })
            throw Failure(
                .unusable,
                say(
                    "%1: the attempts are kept locked by %2; end it and try again",
                    String(bytes: account.name), holder ?? say("another process")))
        }
    }

    /// Runs something on the store, telling what failed.
    func attempt<Result: ~Copyable>(_ body: () throws(StoreError) -> Result) throws(Failure) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw Failure(error, store: store)
        }
    }

    /// Who called: for root the user that pkexec or sudo names, else the real user.
    private static func callingUser() throws(Failure) -> UInt32 {
        if let uid = try SelfService.caller() { return uid }
        guard System.effectiveUser == 0, let text = unsafe getenv("SUDO_UID") else {
            return System.realUser
        }
        let bytes = unsafe Array(String(cString: text).utf8)
        return bytes.span.decimal(limit: Int(UInt32.max)).map { UInt32($0) } ?? System.realUser
    }
}
