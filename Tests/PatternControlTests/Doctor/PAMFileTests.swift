import Testing

@testable import PatternControl

/// Lines of PAM's files, as libpam takes them apart.
struct PAMFileTests {
    private static let rows: [(text: String, numbers: [Int], words: [[String]], why: String)] = [
        ("", [], [], "nothing"),
        ("# a\n\n \t\n", [], [], "comments and blank lines say nothing"),
        ("auth required pam_x.so", [1], [["auth", "required", "pam_x.so"]], "no line feed at the end"),
        (
            "\tauth  required\tpam_x.so # why\n", [1], [["auth", "required", "pam_x.so"]],
            "a comment behind it"
        ),
        (
            "#\nauth required \\\n  pam_x.so \\\n  a\nb c\n", [2, 5],
            [["auth", "required", "pam_x.so", "a"], ["b", "c"]],
            "goes on over three lines"
        ),
        (
            "auth \\\n# between\nrequired pam_x.so\n", [1], [["auth", "required", "pam_x.so"]],
            "a comment between"
        ),
        (
            "auth required pam_x.so # \\\nb c\n", [1, 2], [["auth", "required", "pam_x.so"], ["b", "c"]],
            "a comment does not go on"
        ),
        (
            "auth [success=1 default=ignore] pam_x.so\n", [1],
            [["auth", "success=1 default=ignore", "pam_x.so"]],
            "blanks in brackets"
        ),
        (
            "auth required pam_x.so [prompt=a [b\\] c]\n", [1],
            [["auth", "required", "pam_x.so", "prompt=a [b] c"]],
            "a bracket inside"
        ),
        ("auth [never closed pam_x.so\n", [1], [["auth", "never closed pam_x.so"]], "to the end"),
        ("auth required \\", [1], [["auth", "required"]], "goes on to nowhere"),
        (
            "# a\r\nauth required pam_x.so\r\n\r\nb c # d\r\n", [2, 3, 4],
            [["auth", "required", "pam_x.so\r"], ["\r"], ["b", "c"]],
            "a carriage return is part of the last word"
        ),
        (
            "auth required \\\r\npam_x.so", [1, 2], [["auth", "required", "\\\r"], ["pam_x.so"]],
            "it does not go on"
        ),
        ("auth \u{301}required a\u{301}\n", [1], [["auth", "\u{301}required", "a\u{301}"]], "accents"),
    ]

    @Test(arguments: rows.indices)
    func lines(row: Int) {
        let row = PAMFileTests.rows[row]
        let lines = PAMFile(row.text).lines
        #expect(lines.map(\.words) == row.words, "\(row.why)")
        #expect(lines.map(\.number) == row.numbers, "\(row.why)")
    }

    /// Of our module: what else is wrong with the line is told without it.
    @Test(arguments: [
        ("auth required pam_pattern.so\r\n", ["auth", "required", "pam_pattern.so"]),
        ("auth required /opt/pam_pattern.so\r\n", ["auth", "required", "/opt/pam_pattern.so"]),
        ("auth required pam_pattern.so strong\r\n", ["auth", "required", "pam_pattern.so", "strong"]),
        ("auth required pam_pattern.so [a b]\r\n", ["auth", "required", "pam_pattern.so", "a b"]),
    ])
    func linesWithACarriageReturn(text: String, words: [String]) {
        #expect(PAMFile(text).lines == [PAMFile.Line(number: 1, words: words, hasReturn: true)])
    }

    @Test func controls() throws {
        let sufficient = try #require(LineControl("SUFFICIENT"))
        #expect(sufficient.action(for: .success) == .done)
        #expect(sufficient.action(for: .ignore) == .ignore)
        #expect(sufficient.action(for: .authenticationError) == .ignore)
        let requisite = try #require(LineControl("requisite"))
        #expect(requisite.action(for: .moduleUnknown) == .die)
        #expect(requisite.action(for: .ignore) == .ignore)
        let pairs = try #require(LineControl("success = 2 user_unknown=reset default =ok"))
        #expect(pairs.action(for: .success) == .jump(2))
        #expect(pairs.action(for: .userUnknown) == .reset)
        #expect(pairs.action(for: .maximumTries) == .ok)
        let bare = try #require(LineControl("success=ok"))
        #expect(bare.action(for: .maximumTries) == .bad, "what is not named is bad")
    }

    @Test(arguments: [
        "", "sufficent", "success", "success=", "success=maybe", "success=0", "success=-1", "succes=ok",
    ])
    func noControls(text: String) {
        #expect(LineControl(text) == nil)
    }
}
