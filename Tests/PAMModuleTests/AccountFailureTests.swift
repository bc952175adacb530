import CPAM
import Foundation
import PatternVault
import Testing

/// A system whose accounts can't be looked up: the pattern is refused before anything is asked.
@Suite(.enabled(if: geteuid() == 0, "mounts of its own"))
struct AccountFailureTests {
    private static func host() -> Host {
        Host(
            stack: ["\(AuthenticationTests.control) \(Host.line([]))"], answers: [.text(PatternStore.right)])
    }

    @Test func refusesWithoutTheAccounts() async {
        await #expect(processExitsWith: .success) {
            // With another source behind it, an unreadable file would count as one without the account.
            try PrivateMachine.cover("/etc/nsswitch.conf", with: "passwd: files\n", mode: 0o644)
            try PrivateMachine.cover("/etc/passwd", with: "daemon:x:1:1::/:/bin/sh\n", mode: 0o600)
            var host = Self.host()
            host.effectiveUser = 1
            let outcome = try host.authenticate()
            #expect(outcome.code == PAM_AUTHINFO_UNAVAIL)
            #expect(outcome.prompts == [])
            let reason = " user= reason=accounts can't be looked up: Permission denied"
            #expect(
                outcome.log.count { $0.hasPrefix("3 authentication failure;") && $0.hasSuffix(reason) } == 1)
        }
    }

    /// Whether the account is locked can't be told: shadow(5) has no entry that could be believed.
    @Test func refusesWithoutTheShadow() async {
        await #expect(processExitsWith: .success) {
            try PrivateMachine.cover("/etc/shadow", with: "other:*:1::::::\n", mode: 0o600)
            // The first call opens the settings.
            try Faults.$plan.withValue(Faults(.open, turn: 2, error: .inputOutput)) {
                let outcome = try Self.host().authenticate()
                #expect(outcome.code == PAM_AUTHINFO_UNAVAIL)
                #expect(outcome.prompts == [])
                let reason = " user=daemon reason=accounts can't be looked up: Input/output error"
                #expect(outcome.log.count { $0.hasSuffix(reason) } == 1)
            }
        }
    }
}
