import CPAM
import Foundation
import PatternGrid
import PatternVault
import Testing

/// A host that may not read the store: the checker is asked.
@Suite(.enabled(if: geteuid() == 0, "files in the compiled-in places"))
struct CheckerLineTests {
    /// What the checker says to a question and to a try, the code, the prompts, and a reason in the log.
    static let rows: [(CheckerAnswer, CheckerAnswer, CInt, Int, String?)] = [
        (.ready(.phone), .right(wrongBefore: 0), PAM_SUCCESS, 1, nil),
        (.ready(.phone), .wrong, PAM_AUTH_ERR, 2, "wrong pattern"),
        (.notEnrolled, .wrong, PAM_USER_UNKNOWN, 0, "not enrolled"),
        (.locked(.untilStrongFactor), .wrong, PAM_MAXTRIES, 0, "locked until the password is used"),
        (.refused([]), .wrong, PAM_AUTHINFO_UNAVAIL, 0, "checker refuses: "),
        (.right(wrongBefore: 0), .wrong, PAM_AUTHINFO_UNAVAIL, 0, "checker gave no answer"),
    ]

    @Test(arguments: rows.indices)
    func asksTheChecker(index: Int) async {
        await #expect(processExitsWith: .success) { [index = index as Int] in
            let (asked, tried, code, prompts, reason) = Self.rows[index]
            try PrivateMachine.set(asked: asked, tried: tried)
            var host = Host(
                stack: ["\(AuthenticationTests.control) \(Host.line(["tries=2", "debug"]))"],
                answers: [.text(PatternStore.wrong), .text(PatternStore.right)])
            host.effectiveUser = PatternStore.account.uid
            let outcome = try host.authenticate()
            #expect(outcome.code == code)
            #expect(outcome.prompts.count == prompts)
            let told = outcome.log.filter { $0.hasPrefix("7 enrolled") }
            #expect(told == (prompts > 0 ? ["7 enrolled on grid 3x3, by the checker"] : []))
            if let reason { #expect(outcome.log.contains { $0.hasSuffix("reason=\(reason)") }) }
        }
    }

    /// It is asked where the store may not be read, and not where it is to be believed by nobody.
    @Test func asksNoCheckerWhereTheStoreIsBroken() async {
        await #expect(processExitsWith: .success) {
            try PrivateMachine.set(asked: .ready(.phone), tried: .right(wrongBefore: 0))
            // SAFETY: the path is a C string for the length of the call.
            #expect(unsafe chmod("/var/lib/pam_pattern", 0o777) == 0)
            var host = Host(
                stack: ["\(AuthenticationTests.control) \(Host.line([]))"],
                answers: [.text(PatternStore.right)])
            host.effectiveUser = PatternStore.account.uid
            let outcome = try host.authenticate()
            #expect(outcome.code == PAM_AUTHINFO_UNAVAIL)
            #expect(outcome.prompts == [])
            #expect(outcome.log.contains { $0.hasSuffix("reason=store folder has a wrong mode") })
        }
    }

    /// Another store, or other settings, the checker would know nothing of.
    @Test func takesNoPlacesOfItsCaller() async {
        await #expect(processExitsWith: .success) {
            let store = try PatternStore()
            var host = Host(
                stack: ["\(AuthenticationTests.control) \(Host.line(store.arguments))"],
                answers: [.text(PatternStore.right)])
            host.effectiveUser = PatternStore.account.uid
            let outcome = try host.authenticate()
            #expect(outcome.code == PAM_SERVICE_ERR)
            #expect(outcome.prompts == [])
            #expect(outcome.log.contains { $0.hasSuffix("conf= and store= are for callers that are root") })
        }
    }

    /// The strong line of such a host can't forgive, and says so only where it is asked to.
    @Test(arguments: [[], ["debug"]])
    func cannotForgive(options: [String]) async {
        await #expect(processExitsWith: .success) { [options = options as [String]] in
            try PrivateMachine.set(asked: .ready(.phone), tried: .wrong)
            var host = Host(
                stack: [
                    "optional \(Host.line([]))", "required pam_permit.so",
                    "optional \(Host.line(["strong"] + options))",
                ], answers: [.text(PatternStore.wrong)])
            host.effectiveUser = PatternStore.account.uid
            let outcome = try host.authenticate()
            #expect(outcome.code == PAM_SUCCESS)
            let line = "7 the password forgives nothing: attempts folder can't be used: Permission denied"
            #expect(outcome.log.filter { $0.contains("forgives") } == (options.isEmpty ? [] : [line]))
        }
    }
}
