import CLinux
import Foundation
import PatternVault
import Testing

/// Accounts in files of the test's own, mounted over the machine's in a namespace of its own.
@Suite(.enabled(if: PrivateMounts.areAllowed))
struct AccountFileTests {
    /// An entry that fits into no buffer of usual size: the fields of LDAP and of large groups get long.
    private static func entry(_ name: String, _ uid: UInt32, fieldLength: Int) -> String {
        "\(name):x:\(uid):\(uid):\(String(repeating: "g", count: fieldLength)):/home:/bin/sh\n"
    }

    @Test(arguments: [0, 1_000, 1_100, 5_000, 100_000])
    func findsAnAccountWithALongEntry(fieldLength: Int) async {
        await #expect(processExitsWith: .success) { [fieldLength] in
            let passwd = Self.entry("long", 4_711, fieldLength: fieldLength)
            try PrivateMounts.cover("/etc/passwd", with: passwd)
            let account = Account(name: "long".bytes, uid: 4_711)
            #expect(try Account.find(name: "long".bytes.span) == account)
            #expect(try Account.find(uid: 4_711) == account)
        }
    }

    /// Two accounts share a uid: the name that was asked for decides, not the first entry.
    @Test func keepsNamesOfOneUidApart() async {
        await #expect(processExitsWith: .success) {
            let passwd =
                Self.entry("first", 4_711, fieldLength: 1) + Self.entry("second", 4_711, fieldLength: 1)
            try PrivateMounts.cover("/etc/passwd", with: passwd)
            #expect(try Account.find(name: "second".bytes.span)?.name == "second".bytes)
            #expect(try Account.find(uid: 4_711)?.name == "first".bytes)
        }
    }

    @Test func tellsNamesOfOneUidApart() async {
        await #expect(processExitsWith: .success) {
            let passwd =
                Self.entry("first", 4_711, fieldLength: 1) + Self.entry("second", 4_711, fieldLength: 1)
                + Self.entry("first", 4_712, fieldLength: 5_000)
            try PrivateMounts.cover("/etc/passwd", with: passwd)
            #expect(try Account.isThere(name: "first".bytes, uid: 4_711))
            #expect(try Account.isThere(name: "second".bytes, uid: 4_711))
            #expect(try Account.isThere(name: "first".bytes, uid: 4_712), "by its number alone")
            #expect(try !Account.isThere(name: "second".bytes, uid: 4_712))
        }
    }

    @Test(arguments: [
        ("!", true, "locked, and no password"), ("!!", true, "never had one, on some systems"),
        ("!*", true, "locked, and no password may ever match"),
        ("!$6$salt$hash", true, "locked by usermod -L"),
        ("!" + String(repeating: "h", count: 5_000), true, "locked, with a field that is long"),
        ("*", false, "no password may match, but not locked"), ("", false, "no password is needed"),
        ("$6$salt$hash", false, "an ordinary password"), ("x!", false, "a mark that is not in front"),
        (String(repeating: "h", count: 5_000), false, "a field that is long"),
    ])
    func tellsALockedAccount(field: String, isLocked: Bool, why: String) async {
        await #expect(processExitsWith: .success, "\(why)") { [field, isLocked] in
            try PrivateMounts.cover(
                "/etc/shadow", with: "other:!:1::::::\nsome:\(field):1::::::\nlast:!:1::::::\n")
            #expect(try Account.isLocked(name: "some".bytes) == isLocked)
            #expect(try Account.isLocked(name: "other".bytes))
            #expect(try Account.isInShadow(name: "some".bytes))
            #expect(try Account.isInShadow(name: "none".bytes) == false)
        }
    }
}
