import PatternVault
import Testing

/// The rules that refuse a pattern before anything is asked, and which of them is named.
struct RefusalTests {
    /// Who calls, and how.
    struct Situation: Sendable, CustomStringConvertible {
        let isRoot: Bool
        let isRemote: Bool
        let isOther: Bool
        let isUnlistedService: Bool
        let isLocked: Bool

        /// All there are.
        static let all = (0..<32).map { bits in
            Situation(
                isRoot: bits & 1 != 0, isRemote: bits & 2 != 0, isOther: bits & 4 != 0,
                isUnlistedService: bits & 8 != 0, isLocked: bits & 16 != 0)
        }

        /// What is against it, in the order of the rules.
        var objections: [Refusal] {
            [
                isRoot ? .root : nil, isRemote ? .remote : nil, isOther ? .others : nil,
                isUnlistedService ? .service : nil, isLocked ? .lockedAccount : nil,
            ].compactMap { $0 }
        }

        var description: String { "\(objections)" }

        var account: Account {
            Account(name: (isRoot ? "root" : "alice").bytes, uid: isRoot ? 0 : 1_000)
        }

        var caller: Caller {
            Caller(
                realUser: isOther ? 1_001 : account.uid, effectiveUser: 0,
                service: (isUnlistedService ? "sshd" : "sudo").bytes, isRemote: isRemote)
        }
    }

    @Test(arguments: Situation.all)
    func namesTheFirstRuleThatRefuses(situation: Situation) {
        var settings = Settings()
        settings.services = .listed(["sudo".bytes])
        let refusal = Refusal(
            of: situation.account, isLocked: situation.isLocked, caller: situation.caller, settings: settings)
        #expect(refusal == situation.objections.first)
    }

    /// Settings permit what they name and nothing beside. A locked account no setting permits.
    @Test(arguments: Situation.all)
    func goesOnToTheNextRuleWhereASettingPermits(situation: Situation) {
        let rules: [(Refusal, @Sendable (inout Settings) -> Void)] = [
            (.root, { $0.root = true }), (.remote, { $0.remote = true }), (.others, { $0.others = true }),
            (.service, { $0.services = .any }),
        ]
        for permitted in 0..<16 {
            var settings = Settings()
            settings.services = .listed(["sudo".bytes])
            var objections = situation.objections
            for (index, (refusal, permit)) in rules.enumerated() where permitted & 1 << index != 0 {
                permit(&settings)
                objections.removeAll { $0 == refusal }
            }
            let refusal = Refusal(
                of: situation.account, isLocked: situation.isLocked, caller: situation.caller,
                settings: settings)
            #expect(refusal == objections.first)
        }
    }

    @Test(arguments: [
        (UInt32(1_000), UInt32(0), true, "a setuid program that the account's user runs"),
        (0, 0, true, "a program of root, such as login"),
        (1_000, 1_000, true, "a screen locker of the account's user"),
        (1_001, 0, false, "a setuid program that somebody else runs: su bob"),
        (1_001, 1_001, false, "somebody else's program"),
        (.max, 0, false, "nobody that there is"),
    ])
    func asksWhoseProcessItReallyIs(real: UInt32, effective: UInt32, isAllowed: Bool, why: String) {
        let caller = Caller(realUser: real, effectiveUser: effective, service: "su".bytes, isRemote: false)
        let alice = Account(name: "alice".bytes, uid: 1_000)
        let refusal = Refusal(of: alice, isLocked: false, caller: caller, settings: Settings())
        #expect(refusal == (isAllowed ? nil : .others), "\(why)")
    }

    /// Where the password is asked for before a pattern is set, whatever that service's file includes.
    @Test(arguments: [ServiceRule.any, .listed(["patternctl-strong".bytes]), .listed(["local".bytes])])
    func neverAnswersForThePassword(services: ServiceRule) {
        var settings = Settings()
        settings.services = services
        let caller = Caller(
            realUser: 0, effectiveUser: 0, service: "patternctl-strong".bytes, isRemote: false)
        let alice = Account(name: "alice".bytes, uid: 1_000)
        #expect(Refusal(of: alice, isLocked: false, caller: caller, settings: settings) == .service)
    }

    @Test(arguments: [
        (Refusal.root, "root"), (.remote, "remote"), (.others, "others"), (.service, "service"),
        (.lockedAccount, "locked account"),
    ])
    func hasAName(refusal: Refusal, name: String) {
        #expect("\(refusal.name)" == name)
    }
}
