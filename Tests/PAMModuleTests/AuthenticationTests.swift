import CPAM
import Foundation
import PatternGrid
import PatternVault
import Testing

/// One call of the module under libpam, by the table of verdicts: the code, what was asked, what the log
/// says, and what was counted.
@Suite(.enabled(if: geteuid() == 0, "a store belongs to root"))
struct AuthenticationTests {
    /// Success ends the stack, and so does every refusal with its own code.
    static let control = "[success=done ignore=ignore default=die]"

    /// A host with our line alone, on the account's own store.
    private static func host(_ store: PatternStore, _ options: [String] = [], _ answers: [Answer]) -> Host {
        Host(stack: ["\(control) \(Host.line(store.arguments + options))"], answers: answers)
    }

    /// The line in the form of pam_unix.
    private static func refusal(
        _ reason: String, user: String = "daemon", priority: CInt = LOG_NOTICE, rhost: String = "",
        what: String = "authentication failure"
    ) -> String {
        "\(priority) \(what); logname= uid=0 euid=0 tty= ruser= rhost=\(rhost) user=\(user) reason=\(reason)"
    }

    /// The refusals in the log, without the name that logged in on this terminal, if there is one.
    private static func log(_ outcome: Host.Outcome) -> [String] {
        outcome.log.filter { $0.contains(" reason=") }.map { $0.replacing(#/logname=\S*/#, with: "logname=") }
    }

    /// Options and answers, and what comes of them.
    struct Row: Sendable {
        let options: [String]
        let answers: [Answer]
        let code: CInt
        let prompts: [String]
        let reasons: [String]
        let counts: [Int]
        let delay: UInt32

        init(
            _ options: String, _ answers: [Answer], _ code: CInt, _ prompts: [String] = ["Pattern: "],
            log reasons: [String] = [], counts: [Int] = [0, 0], delay: UInt32 = 0
        ) {
            self.options = options.split(separator: " ").map(String.init)
            self.answers = answers
            self.code = code
            self.prompts = prompts
            self.reasons = reasons
            self.counts = counts
            self.delay = delay
        }
    }

    private static let right = Answer.text(PatternStore.right)
    private static let wrong = Answer.text(PatternStore.wrong)

    @Test(arguments: [
        Row("", [right], PAM_SUCCESS),
        Row("", [wrong], PAM_AUTH_ERR, log: ["wrong pattern"], counts: [1, 1], delay: 2_000_000),
        Row("nodelay", [wrong], PAM_AUTH_ERR, log: ["wrong pattern"], counts: [1, 1]),
        Row("", [.text("")], PAM_AUTH_ERR, log: ["empty"]),
        Row("", [.text("hunter2")], PAM_AUTH_ERR, log: ["not a pattern"]),
        Row("", [.text("12")], PAM_AUTH_ERR, log: ["too short"]),
        Row("", [.nothing], PAM_CONV_ERR, log: ["cancelled"]),
        Row("", [.code(PAM_CONV_ERR)], PAM_CONV_ERR, log: ["cancelled"]),
        Row("", [.code(PAM_BUF_ERR)], PAM_BUF_ERR, log: ["no memory"]),
        Row("", [.code(PAM_CONV_AGAIN)], PAM_INCOMPLETE),
        Row("keypad=numpad", [.text("147629")], PAM_SUCCESS),
        Row(
            "keypad=numpad", [right], PAM_AUTH_ERR, log: ["wrong pattern"], counts: [1, 1], delay: 2_000_000),
        Row("cue", [right], PAM_SUCCESS, ["Pattern (123/456/789): "]),
        Row(
            "tries=2", [wrong, right], PAM_SUCCESS, ["Pattern: ", "Wrong. Pattern: "],
            log: ["wrong pattern"], counts: [0, 1], delay: 2_000_000),
        Row(
            "tries=3", [.text("12"), wrong, right], PAM_SUCCESS,
            ["Pattern: ", "Too short. Pattern: ", "Wrong. Pattern: "], log: ["too short", "wrong pattern"],
            counts: [0, 1], delay: 2_000_000),
        Row(
            "tries=2", [wrong, wrong, right], PAM_AUTH_ERR, ["Pattern: ", "Wrong. Pattern: "],
            log: ["wrong pattern", "wrong pattern"], counts: [2, 2], delay: 2_000_000),
        Row("tries=3", [.text(""), right], PAM_AUTH_ERR, log: ["empty"]),
        Row("tries=3", [.code(PAM_CONV_ERR), right], PAM_CONV_ERR, log: ["cancelled"]),
        Row(
            "tries=3 forward_pass", [wrong, right], PAM_AUTH_ERR, ["Pattern or password: "],
            log: ["wrong pattern"], counts: [1, 1], delay: 2_000_000),
    ])
    func endsAsTheTableSays(row: Row) throws {
        let store = try PatternStore()
        let outcome = try Self.host(store, row.options, row.answers).authenticate()
        #expect(outcome.code == row.code)
        #expect(outcome.prompts == row.prompts)
        let priority = row.code == PAM_BUF_ERR ? LOG_ERR : LOG_NOTICE
        #expect(Self.log(outcome) == row.reasons.map { Self.refusal($0, priority: priority) })
        #expect(try store.counts() == row.counts)
        #expect(outcome.delay == row.delay)
    }

    /// A circumstance in which nothing is asked.
    struct Refused: Sendable {
        let options: [String]
        let user: String
        let rhost: String
        let service: String
        let code: CInt
        let log: String

        init(
            _ options: String = "", user: String = "daemon", rhost: String = "",
            service: String = "pattern-test", _ code: CInt, _ log: String
        ) {
            self.options = options.split(separator: " ").map(String.init)
            self.user = user
            self.rhost = rhost
            self.service = service
            self.code = code
            self.log = log
        }
    }

    @Test(arguments: [
        Refused(user: "no-such-user", PAM_USER_UNKNOWN, refusal("unknown user", user: "")),
        Refused(user: "a:b", PAM_USER_UNKNOWN, refusal("unknown user", user: "")),
        Refused(
            user: "root", PAM_PERM_DENIED,
            refusal("root", user: "root", priority: LOG_INFO, what: "pattern not asked for")),
        Refused(
            "root=yes", user: "root", PAM_USER_UNKNOWN,
            refusal("not enrolled", user: "root", priority: LOG_INFO, what: "pattern not asked for")),
        Refused(
            rhost: "192.0.2.1", PAM_PERM_DENIED,
            refusal("remote", priority: LOG_INFO, rhost: "192.0.2.1", what: "pattern not asked for")),
        Refused(
            "services=sudo,local", PAM_PERM_DENIED,
            refusal("service", priority: LOG_INFO, what: "pattern not asked for")),
        Refused(
            service: "patternctl-strong", PAM_PERM_DENIED,
            refusal("service", priority: LOG_INFO, what: "pattern not asked for")),
        Refused(
            "trise=3", PAM_SERVICE_ERR,
            refusal(#"argument "trise=3": no such setting"#, user: "", priority: LOG_ERR)),
    ])
    func asksNothingWhereTheAnswerIsClear(row: Refused) throws {
        let store = try PatternStore()
        var host = Self.host(store, row.options, [Self.right])
        host.user = row.user
        host.service = row.service
        if !row.rhost.isEmpty { host.items[PAM_RHOST] = row.rhost }
        let outcome = try host.authenticate()
        #expect(outcome.code == row.code)
        #expect(outcome.prompts == [])
        #expect(Self.log(outcome) == [row.log])
        #expect(try store.counts() == [0, 0])
    }

    /// The terminal and the remote user are in the line, and what could forge another one is not.
    @Test func logsWhoAsked() throws {
        let store = try PatternStore()
        var host = Self.host(store, [], [Self.wrong])
        host.items = [PAM_TTY: "/dev/tty1", PAM_RUSER: "bob\nuser=eve"]
        #expect(
            Self.log(try host.authenticate()) == [
                "5 authentication failure; logname= uid=0 euid=0 tty=/dev/tty1 ruser=bob?user=eve rhost= "
                    + "user=daemon reason=wrong pattern"
            ])
        #expect(try store.counts() == [1, 1])
    }

    /// Only a proven absence may be ignored, and only where the line says so.
    @Test func ignoresAProvenAbsenceAlone() throws {
        let store = try PatternStore()
        try FileManager.default.removeItem(atPath: store.credential)
        let permit = "required pam_permit.so"
        for (options, code) in [([], PAM_USER_UNKNOWN), (["nouserok"], PAM_SUCCESS)] {
            var host = Self.host(store, options, [Self.right])
            host = Host(stack: host.stack + [permit])
            let outcome = try host.authenticate()
            #expect(outcome.code == code)
            #expect(outcome.log.count == (options.isEmpty ? 1 : 0))
        }
        // Damage is no absence.
        let damaged = try PatternStore()
        try FileManager.default.removeItem(atPath: damaged.attempts)
        let host = Host(stack: Self.host(damaged, ["nouserok"], []).stack + [permit])
        let outcome = try host.authenticate()
        #expect(outcome.code == PAM_AUTHINFO_UNAVAIL)
        #expect(
            Self.log(outcome) == [
                Self.refusal("attempts can't be used: No such file or directory", priority: LOG_ERR)
            ])
    }

    /// The lock that the last try brought ends the call, and is told once.
    @Test func tellsOfALock() throws {
        let store = try PatternStore()
        let text = "Pattern locked for 1 minute. (1 minute left to unlock)"
        let conf = try store.settings("deny = 1", "waits = 1m")
        let first = try Self.host(store, [conf, "tries=3"], [Self.wrong, Self.right]).authenticate()
        #expect(first.code == PAM_MAXTRIES)
        #expect(first.prompts == ["Pattern: "])
        #expect(first.texts == [text])
        var second = Self.host(store, [conf], [Self.right])
        #expect(try second.authenticate().texts == [text])
        #expect(try second.authenticate().code == PAM_MAXTRIES)
        second.flags = CInt(bitPattern: PAM_SILENT)
        #expect(try second.authenticate().texts == [])
        #expect(try Self.host(store, [conf, "quiet"], [Self.right]).authenticate().texts == [])
        #expect(try store.counts() == [1, 1], "a locked pattern is not looked at")
    }

    /// After a success the wrong tries before it are logged, and said unless silent.
    @Test(arguments: [(1, "1 wrong pattern"), (2, "2 wrong patterns")])
    func tellsOfWrongTriesBefore(count: Int, text: String) throws {
        let store = try PatternStore()
        let line = "\(text) since the last right one."
        for options in [[], ["quiet"]] {
            for _ in 0..<count { _ = try Self.host(store, [], [Self.wrong]).authenticate() }
            let outcome = try Self.host(store, options, [Self.right]).authenticate()
            #expect(outcome.log == ["5 \(line) user=daemon"])
            #expect(outcome.texts == (options.isEmpty ? [line] : []))
        }
        let next = try Self.host(store, [], [Self.right]).authenticate()
        #expect(next.log == [] && next.texts == [])
    }

    /// A right pattern opens though its try can't be taken back, and the log says that it stays counted.
    @Test func opensThoughTheTryStaysCounted() throws {
        let store = try PatternStore()
        try Faults.$plan.withValue(Faults(.write, turn: 2, error: .inputOutput)) {
            let outcome = try Self.host(store, [], [Self.right]).authenticate()
            #expect(outcome.code == PAM_SUCCESS)
            #expect(
                outcome.log == [
                    "3 a right pattern stays counted as a try: attempts can't be used: Input/output error"
                ])
        }
        #expect(try store.counts() == [1, 1])
    }

    /// The credential's grid decides, and stands in the prompt.
    @Test func namesALargerGrid() throws {
        let typed = "1-6-11-12-7"
        let store = try PatternStore(typed, on: try #require(Grid(side: 4)))
        let outcome = try Self.host(store, ["debug"], [.text(typed)]).authenticate()
        #expect(outcome.code == PAM_SUCCESS)
        #expect(outcome.prompts == ["Pattern (4x4): "])
        #expect(outcome.log == ["7 enrolled on grid 4x4", "7 verdict: right"])
    }

    /// What did not open goes on to the next module, where the line says so, and a pattern never by chance.
    @Test(
        arguments: [
            ([], "hunter2", nil), ([], PatternStore.wrong, nil),
            (["forward_pass"], "hunter2", "hunter2"),
            (["forward_pass"], PatternStore.wrong, PatternStore.wrong),
            (["forward_pass"], "", nil), (["forward_pass"], PatternStore.right, nil),
            (["forward_pass=text"], "hunter2", "hunter2"), (["forward_pass=text"], PatternStore.wrong, nil),
            (["forward_pass=text"], "12", nil), (["forward_pass=text"], PatternStore.right, nil),
        ] as [([String], String, String?)])
    func forwardsWhatDidNotOpen(options: [String], typed: String, token: String?) throws {
        let store = try PatternStore()
        let line = "optional \(Host.line(store.arguments + options))"
        let host = Host(stack: [line, Host.tokenLine], answers: [.text(typed)])
        let outcome = try host.authenticate()
        #expect(outcome.token == token)
        #expect(outcome.prompts == [options == ["forward_pass"] ? "Pattern or password: " : "Pattern: "])
    }

    /// Without a function that asks there is nothing to try, and nothing to be told.
    @Test func standsAHostThatAsksNothing() throws {
        let store = try PatternStore()
        let conf = try store.settings("deny = 1", "waits = 1m")
        var host = Self.host(store, [conf], [])
        host.hasConversation = false
        let outcome = try host.authenticate()
        #expect(outcome.code == PAM_CONV_ERR)
        #expect(Self.log(outcome) == [Self.refusal("cancelled")])
        _ = try Self.host(store, [conf], [Self.wrong]).authenticate()
        #expect(try host.authenticate().code == PAM_MAXTRIES)
    }

    /// libpam asks for the name where the host gave none.
    @Test(
        arguments: [
            ([.text("daemon"), right], PAM_SUCCESS, nil),
            ([.code(PAM_CONV_ERR)], PAM_CONV_ERR, refusal("cancelled", user: "")),
            ([.code(PAM_CONV_AGAIN)], PAM_INCOMPLETE, nil),
            ([.code(PAM_BUF_ERR)], PAM_USER_UNKNOWN, refusal("unknown user", user: "")),
        ] as [([Answer], CInt, String?)])
    func letsLibpamAskForTheName(answers: [Answer], code: CInt, log: String?) throws {
        let store = try PatternStore()
        var host = Self.host(store, [], answers)
        host.user = nil
        let outcome = try withExtendedLifetime(store) { try host.authenticate() }
        #expect(outcome.code == code)
        #expect(Self.log(outcome) == (log.map { [$0] } ?? []))
    }
}
