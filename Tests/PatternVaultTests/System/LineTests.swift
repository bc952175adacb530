import CLinux
import PatternVault
import Testing

/// Lines of text in the making.
struct LineTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (1_764_486_000, "1764486000"),
        (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
    func writesNumbers(number: Int, text: String) async {
        // In a process of its own: the least number has no positive counterpart.
        await #expect(processExitsWith: .success) { [number, text] in
            var line = Line()
            line.add(number)
            #expect(String(line.bytes) == text)
        }
    }

    @Test func addsOneAfterAnother() {
        var line = Line("a")
        line.add("b")
        line.add([UInt8(ascii: "c"), 0, 0xff])
        line.add(1)
        line.add("")
        #expect(line.bytes == [0x61, 0x62, 0x63, 0, 0xff, 0x31])
        #expect(Line().bytes.isEmpty)
    }

    @Test(arguments: [
        ("sudo", "sudo", "what is harmless"),
        ("a b~!", "a b~!", "the first and the last printable ones among it"),
        ("a\nb\r\u{0}", "a?b??", "what would forge a line, or end the text"),
        ("\u{1b}[31m", "?[31m", "what would command a terminal"),
        ("\u{7f}\u{80}", "???", "delete, and what is not ASCII, a byte at a time"),
        ("%n%s", "%n%s", "what a format would obey is text here"),
        (String(repeating: "x", count: 65), String(repeating: "x", count: 64), "no more than 64 bytes"),
        ("", "", "nothing"),
    ])
    func addsTextFromOutsideWithoutHarm(text: String, shown: String, why: String) {
        var line = Line("[")
        line.add(untrusted: text.bytes.span)
        #expect(String(line.bytes) == "[" + shown, "\(why)")
    }

    @Test(arguments: [(0, ""), (1, "a"), (3, "abc"), (100, "abc")])
    func addsNoMoreThanALimit(limit: Int, shown: String) {
        var line = Line()
        line.add(untrusted: "abc".bytes.span, limit: limit)
        #expect(String(line.bytes) == shown)
    }

    @Test(arguments: [
        (ENOENT, "No such file or directory"), (EACCES, "Permission denied"), (0, "Success"),
        (-1, "unknown error"),
        (CInt.max, "unknown error"), (CInt.min, "unknown error"),
    ])
    func addsTheWordsForAnError(code: CInt, text: String) {
        var line = Line()
        line.add(Errno(code))
        #expect(String(line.bytes) == text)
    }
}
