import CPAM
import Foundation
import Testing

/// The second line of a stack, which only the password leads to.
@Suite(.enabled(if: geteuid() == 0, "a store belongs to root"))
struct StrongLineTests {
    private static let password = "required pam_permit.so"

    private static func pattern(_ store: PatternStore) -> String {
        "optional \(Host.line(store.arguments))"
    }

    private static func strong(_ store: PatternStore, _ options: [String] = []) -> String {
        "optional \(Host.line(["strong"] + options + store.arguments))"
    }

    /// A store in which two tries were wrong.
    private static func tried() throws -> PatternStore {
        let store = try PatternStore()
        for _ in 0..<2 {
            _ = try Host(stack: [pattern(store)], answers: [.text(PatternStore.wrong)]).authenticate()
        }
        #expect(try store.counts() == [2, 2])
        return store
    }

    @Test func forgivesAllBehindThePassword() throws {
        let store = try Self.tried()
        let host = Host(
            stack: [Self.pattern(store), Self.password, Self.strong(store)],
            answers: [.text(PatternStore.wrong)])
        #expect(try host.authenticate().code == PAM_SUCCESS)
        #expect(try store.counts() == [0, 0])
    }

    /// It forgives once, for the line before it and the account that this was for.
    @Test func forgivesNothingOtherwise() throws {
        let stacks: [(String, (PatternStore) -> [String], [Answer], Int, [Int])] = [
            ("alone", { [Self.password, Self.strong($0)] }, [], 1, [2, 2]),
            (
                "behind a right pattern", { [Self.pattern($0), Self.password, Self.strong($0)] },
                [.text(PatternStore.right)], 1, [0, 2]
            ),
            (
                "in front of it, in two calls", { [Self.strong($0), Self.pattern($0), Self.password] }, [], 2,
                [2, 2]
            ),
            (
                "behind a line that could not begin",
                { [Self.pattern($0), "optional \(Host.line(["trise=3"]))", Self.password, Self.strong($0)] },
                [],
                1, [2, 2]
            ),
        ]
        for (name, stack, answers, times, counts) in stacks {
            let store = try Self.tried()
            let host = Host(stack: stack(store), answers: answers)
            _ = try host.authenticate(times: times)
            #expect(try store.counts() == counts, "\(name)")
        }
    }

    /// A finger that lets in, above the first line, in the call after one whose pattern and password were wrong.
    @Test func forgivesNothingThatAnEarlierCallHasKept() throws {
        let store = try Self.tried()
        let folder = FileManager.default.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let finger = folder.appending(path: "finger").path
        let isSecond = folder.appending(path: "second").path
        try Data("#!/bin/sh\n[ -e \(isSecond) ] || { touch \(isSecond); exit 1; }\n".utf8)
            .write(to: URL(filePath: finger))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: finger)
        let host = Host(
            stack: [
                "[success=2 default=ignore] pam_exec.so quiet \(finger)", Self.pattern(store),
                "requisite pam_deny.so", Self.strong(store), Self.password,
            ], answers: [.text(PatternStore.wrong)])
        let outcome = try host.authenticate(times: 2)
        #expect(outcome.code == PAM_SUCCESS)
        #expect(outcome.prompts.count == 1)
        #expect(try store.counts() == [3, 3])
    }

    /// What it can't do is logged, and an account that nobody enrolled is nothing to log.
    @Test func logsWhatItCannotForgive() throws {
        let damaged = try Self.tried()
        try Data(repeating: 0, count: 8192).write(to: URL(filePath: damaged.attempts), options: [])
        let absent = try Self.tried()
        try FileManager.default.removeItem(atPath: absent.attempts)
        for (store, log) in [
            (damaged, ["3 the password forgives nothing: attempts is damaged"]), (absent, []),
        ] {
            let stack = [Self.pattern(store), Self.password, Self.strong(store)]
            let outcome = try Host(stack: stack).authenticate()
            #expect(outcome.code == PAM_SUCCESS)
            #expect(outcome.log.filter { $0.contains("forgives") } == log)
        }
    }
}
