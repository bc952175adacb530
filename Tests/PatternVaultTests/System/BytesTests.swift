import PatternVault
import Testing

/// Comparing and reading bytes.
struct BytesTests {
    @Test(arguments: [
        ("0", 9, Int?(0), "zero"),
        ("7", 9, 7, "one digit"),
        ("9", 9, 9, "as much as there may be"),
        ("10", 9, nil, "one more"),
        ("10", 10, 10, "as much as there may be, in two digits"),
        ("99", 100, 99, "less"),
        ("101", 100, nil, "one more, in three digits"),
        ("0", 0, 0, "no more than zero"),
        ("1", 0, nil, "more than zero"),
        ("", 9, nil, "nothing"),
        ("00", 9, nil, "a leading zero"),
        ("01", 9, nil, "another"),
        ("-1", 9, nil, "a minus"),
        ("+1", 9, nil, "a plus"),
        (" 1", 9, nil, "a blank"),
        ("1 ", 9, nil, "a blank behind"),
        ("1a", 99, nil, "a letter"),
        ("/", 99, nil, "the byte below 0"),
        (":", 99, nil, "the byte above 9"),
        ("1\u{0}", 99, nil, "a NUL"),
        ("\u{661}", 9, nil, "an Arabic digit"),
        ("4294967295", Int(UInt32.max), Int(UInt32.max), "32 bits"),
        ("4294967296", Int(UInt32.max), nil, "one more"),
        ("9223372036854775807", Int.max, Int.max, "63 bits"),
        ("9223372036854775808", Int.max, nil, "one more"),
        ("9223372036854775810", Int.max, nil, "more in the last place but one"),
        ("18446744073709551617", Int.max, nil, "1 to who keeps 64 bits"),
        ("99999999999999999999999999", Int.max, nil, "far more"),
        ("0", -1, nil, "a limit below zero"),
        ("5", Int.min, nil, "the least limit there is"),
    ])
    func readsDecimalNumbers(text: String, limit: Int, number: Int?, why: String) async {
        // In a process of its own: some of these overflow.
        await #expect(processExitsWith: .success, "\(why)") { [text, limit, number] in
            #expect(text.bytes.span.decimal(limit: limit) == number)
        }
    }

    @Test(arguments: [
        ("", ""), (" ", ""), ("\t \t", ""), ("a", "a"), (" a", "a"), ("a\t", "a"), (" \ta b\t ", "a b"),
        ("\na\n", "\na\n"), ("\ra\r", "\ra\r"), ("\u{a0}a\u{a0}", "\u{a0}a\u{a0}"),
    ])
    func trimsBlanks(text: String, trimmed: String) {
        #expect(text.bytes.span.trimmed.array == trimmed.bytes)
    }

    @Test(arguments: [
        ("", [""]), ("a", ["a"]), (",", ["", ""]), ("a,b", ["a", "b"]), (",a,,b,", ["", "a", "", "b", ""]),
    ])
    func goesThroughPieces(text: String, expected: [String]) {
        let bytes = text.bytes
        var pieces = Pieces(of: bytes.span, separator: UInt8(ascii: ","))
        var found: [String] = []
        while let piece = pieces.next() { found.append(String(piece.array)) }
        #expect(found == expected)
        let isOver = pieces.next() == nil
        #expect(isOver, "and stays at the end")
    }

    @Test(arguments: [
        ("yes", true, true), ("yess", true, false), ("yes ", true, false), ("", false, false),
        ("y", false, false),
        ("ye", false, false), ("Yes", false, false), ("yea", false, false), (" yes", false, false),
    ])
    func comparesWithConstantText(text: String, begins: Bool, isSame: Bool) {
        #expect(text.bytes.span.starts(with: "yes") == begins)
        #expect(text.bytes.span.equals("yes") == isSame)
        #expect(text.bytes.span.starts(with: "") == true)
    }

    @Test func findsBytes() {
        #expect("a=b=c".bytes.span.firstIndex(of: UInt8(ascii: "=")) == 1)
        #expect("abc".bytes.span.firstIndex(of: UInt8(ascii: "=")) == nil)
        #expect("".bytes.span.contains(0) == false)
        #expect("\u{0}".bytes.span.contains(0) == true)
    }
}
