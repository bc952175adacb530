import PatternGrid
import PatternVault
import Testing

/// What is decided before anything is asked.
struct VerifierAdmissionTests {
    private static let alice = Account(name: "alice".bytes, uid: 1_000)
    private static let caller = Caller(
        realUser: 1_000, effectiveUser: 0, service: "sudo".bytes, isRemote: false)

    private func admit(
        _ account: Account = alice, isLocked: Bool = false, caller: Caller = caller,
        settings: Settings = Settings(), store: TestStore
    ) -> Admission {
        store.verifier(settings, clock: TestClock()).admit(account, isLocked: isLocked, caller: caller)
    }

    @Test func isReadyWithTheRecordOfTheAccount() throws {
        let store = try TestStore.counting(credential: try Sample.credential())
        #expect(admit(store: store) == .ready(.phone))
    }

    @Test func isReadyOnTheGridOfTheRecord() throws {
        let credential = try Sample.credential(grid: try #require(Grid(side: 4)), hash: Sample.largeHash)
        let store = try TestStore.counting(credential: credential)
        var settings = Settings()
        settings.grid = try #require(Grid(side: 6))
        settings.minimumNodes = 36
        #expect(
            admit(settings: settings, store: store) == .ready(credential.grid), "these are for new patterns")
    }

    @Test func tellsAProvenAbsence() throws {
        #expect(admit(store: try TestStore()) == .refused(.notEnrolled))
    }

    @Test func tellsAStoreThatCanNotBeUsedFromAnAbsence() throws {
        let store = try TestStore()
        try store.folder.remove("store/credentials")
        let error = StoreError(.credentials, .system(.noSuchFile))
        #expect(admit(store: store) == .refused(.storeUnusable(error)))
    }

    @Test(arguments: [
        ("alic", "the beginning of the name"), ("alicea", "more than the name"), ("Alice", "another case"),
        ("bob", "an account that was renamed, or a uid that was given anew"),
    ])
    func wantsTheRecordOfThisVeryName(name: String, why: String) throws {
        let store = try TestStore()
        try store.replace(try Sample.credential(name: name))
        #expect(admit(store: store) == .refused(.storeUnusable(StoreError(.credential, .account))), "\(why)")
    }

    /// One damaged record, and every rule before it: the rules come first, in their order.
    @Test(arguments: RefusalTests.Situation.all)
    func asksTheRulesBeforeTheStore(situation: RefusalTests.Situation) throws {
        var settings = Settings()
        settings.services = .listed(["sudo".bytes])
        for store in [try TestStore.enrolled(), try TestStore()] {
            let uid = situation.account.uid
            try store.folder.write("damaged".bytes, to: TestStore.file(uid))
            let admission = admit(
                situation.account, isLocked: situation.isLocked, caller: situation.caller, settings: settings,
                store: store)
            let expected = situation.objections.first.map { Verdict.refused($0) }
            #expect(admission == .refused(expected ?? .storeUnusable(StoreError(.credential, .format))))
        }
    }

    /// A rule that refuses leaves the store alone.
    @Test func opensNothingWhereARuleRefuses() throws {
        let store = try TestStore.enrolled()
        let made = try recordingCalls { _ = admit(isLocked: true, store: store) }
        #expect(made == [])
    }
}
