import CLinux
import Foundation
import PatternVault
import Testing

/// Accounts of the system that the tests run on.
struct AccountTests {
    @Test func findsRoot() throws {
        let root = Account(name: "root".bytes, uid: 0)
        #expect(try Account.find(name: "root".bytes.span) == root)
        #expect(try Account.find(uid: 0) == root)
    }

    @Test func findsAllThatPasswdNames() throws {
        let lines = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n")
        for fields in lines.map({ $0.split(separator: ":", omittingEmptySubsequences: false) }) {
            guard fields.count > 2, let uid = UInt32(fields[2]) else { continue }
            let name = String(fields[0])
            #expect(try Account.find(name: name.bytes.span) == Account(name: name.bytes, uid: uid))
        }
    }

    @Test(arguments: [
        ("", "no name"), ("no-such-user", "an unknown one"), ("Root", "names have their case"),
        ("root ", "a blank behind"), (" root", "a blank in front"), ("root\n", "a line feed behind"),
        ("root:x", "a colon, which ends the field"), ("root\u{0}", "a NUL, where C would stop reading"),
        ("root\u{0}x", "a NUL and more"), ("\u{0}root", "a NUL in front"), ("0", "a uid is no name"),
        ("../../root", "a path"), ("ro\u{f6}t", "not ASCII"), ("%s%n", "a format"),
        (String(repeating: "r", count: 256), "as long as a name may be"),
        (String(repeating: "r", count: 257), "longer"),
        (String(repeating: "root", count: 25_000), "far longer"),
    ])
    func findsNobodyElse(name: String, why: String) throws {
        #expect(try Account.find(name: name.bytes.span) == nil, "\(why)")
    }

    @Test func findsNobodyByBytesThatAreNoText() throws {
        for byte in UInt8.min...UInt8.max {
            #expect(try Account.find(name: [byte, 0xff, 0xfe].span) == nil)
            #expect(try Account.find(name: ("root".bytes + [byte]).span) == nil)
        }
    }

    @Test func findsNobodyByAnUnknownUid() throws {
        #expect(try Account.find(uid: 4_294_000_000) == nil)
        #expect(try Account.find(uid: .max) == nil)
    }

    /// libc says of both that there is nobody; only where passwd(5) can be read it is so.
    @Test(arguments: [System.Call.open, .read])
    func tellsNobodyFromAFileThatCannotBeRead(call: System.Call) throws {
        for find in [
            { try Account.find(name: "no-such-user".bytes.span) }, { try Account.find(uid: 4_294_000_000) },
        ] as [() throws -> Account?] {
            #expect(throws: Errno.inputOutput) {
                try failing(call, 1, with: .inputOutput) { _ = try find() }
            }
        }
    }

    @Test(arguments: [
        ("root", UInt32(0), true), ("root", 4_294_000_000, false), ("no-such-user", 0, false),
        ("Root", 0, false),
        ("no-such-user", 4_294_000_000, false), ("a b", 4_294_000_000, false),
    ])
    func tellsNameAndNumberTogether(name: String, uid: UInt32, isThere: Bool) throws {
        #expect(try Account.isThere(name: name.bytes, uid: uid) == isThere)
    }

    /// The first character of each entry in shadow(5) decides.
    @Test(.enabled(if: TestStore.isRoot))
    func tellsLockedAccountsByShadow() throws {
        let lines = try String(contentsOfFile: "/etc/shadow", encoding: .utf8).split(separator: "\n")
        try #require(!lines.isEmpty)
        for fields in lines.map({ $0.split(separator: ":", omittingEmptySubsequences: false) })
        where fields.count > 1 {
            let isLocked = fields[1].hasPrefix("!")
            #expect(try Account.isLocked(name: String(fields[0]).bytes) == isLocked, "\(fields[0])")
        }
    }

    @Test(.enabled(if: TestStore.isRoot))
    func takesAnAccountWithoutAnEntryForNotLocked() throws {
        #expect(try !Account.isLocked(name: "no-such-user".bytes))
    }

    @Test func findsAccountsFromManyThreadsAtOnce() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask {
                    try (0..<20).allSatisfy { _ in try Account.find(uid: 0)?.name == "root".bytes }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
