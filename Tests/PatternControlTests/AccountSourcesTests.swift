import Testing

@testable import PatternControl

/// What nsswitch.conf says of accounts.
struct AccountSourcesTests {
    @Test(arguments: [
        ("", [], "an empty file"), ("passwd:\n", [], "no source"),
        ("group: files\n", [], "of something else"),
        ("passwd: files\n", ["files"], "one"),
        ("passwd:files sss", ["files", "sss"], "no line feed at the end"),
        ("  passwd :\tfiles\t sss \r\n", ["files", "sss"], "blanks of any kind"),
        ("passwd: sss [NOTFOUND=return] files\n", ["sss", "files"], "an action"),
        ("passwd: sss[!UNAVAIL=return SUCCESS=continue]files\n", ["sss", "files"], "one without blanks"),
        ("passwd: files [NOTFOUND", ["files"], "one that does not end"),
        ("passwd: files # sss\n#passwd: nis\n", ["files"], "comments"),
        ("passwd: nis\npasswd: files sss\n", ["files", "sss"], "the last line counts"),
        ("passwd_compat: nis\npasswd: compat\n", ["compat"], "a name that goes on"),
    ])
    func names(text: String, names: [String], why: String) {
        #expect(AccountSources(parsing: Array(text.utf8)).names == names, "\(why)")
    }
}
