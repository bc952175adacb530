import PatternVault
import Testing

/// Names of files.
struct PathTests {
    @Test(arguments: [
        ("/", "the root"), ("/etc/security/pattern.conf", "the usual"), ("//a", "two slashes"),
        ("/../etc", "a way up: whoever may name a file may name this one"), ("/zo\u{eb}", "not ASCII"),
        ("/" + String(repeating: "x", count: 4_094), "as long as the system takes with the NUL"),
    ])
    func takesAbsolutePaths(text: String, why: String) {
        #expect(Path(absolute: text.bytes.span)?.bytes == text.bytes, "\(why)")
    }

    @Test(arguments: [
        ("", "nothing"), ("etc", "relative"), ("./etc", "relative"), (" /etc", "a blank in front"),
        ("/etc\u{0}", "a NUL at the end"), ("/etc\u{0}/shadow", "a NUL, which would cut it"),
        ("/" + String(repeating: "x", count: 4_095), "longer than the system takes"),
    ])
    func takesNoOther(text: String, why: String) {
        #expect(Path(absolute: text.bytes.span) == nil, "\(why)")
    }

    @Test func isMadeOfAUid() {
        #expect(String(Path(uid: 0).bytes) == "0")
        #expect(String(Path(uid: .max).bytes) == "4294967295")
        #expect(String(Path(prefix: ".new.", uid: 1_000).bytes) == ".new.1000")
    }

    @Test(arguments: [
        ("/a", "/", "a"), ("/etc/security/pattern.conf", "/etc/security", "pattern.conf"), ("//a", "/", "a"),
        ("/a//b", "/a/", "b"),
    ])
    func hasAFolderAndAName(text: String, folder: String, name: String) throws {
        let path = Path(absolute: text.bytes.span)
        let parts = try #require(path?.parts)
        #expect(String(parts.folder.bytes) == folder)
        #expect(String(parts.name.bytes) == name)
    }

    @Test(arguments: ["/", "/etc/", "//"])
    func hasNoNameBehindASlash(text: String) throws {
        let path = Path(absolute: text.bytes.span)
        #expect(path != nil && path?.parts == nil)
    }

    @Test func isMadeOfAFolderAndAName() {
        #expect(String(Path("/var/lib").appending("pam_pattern").bytes) == "/var/lib/pam_pattern")
    }
}
