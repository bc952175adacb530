import PatternGrid
import TestSupport
import Testing

/// Reading typed lines: which are which pattern, and which are none.
struct TypedTextTests {
    @Test(arguments: [
        ("3x3:1-2-3-6-9", Keypad.phone, "what a pad prints"),
        ("3x3:1-2-3-6-9", .numpad, "the canonical form has node numbers on every keypad"),
        ("3x3:1-2-3-6-9", .letters, "the same"),
        ("3x3:1 3,9", .numpad, "its numbers are read by the rules too"),
        ("3x3:--1-.3-  9.", .phone, "with any separators"),
        ("12369", .phone, "digits alone"),
        ("1-2-3-6-9", .phone, "with dashes"),
        ("1 2 3 6 9", .phone, "with blanks"),
        ("1,2,3,6,9", .phone, "with commas"),
        ("1.2.3.6.9", .phone, "with dots"),
        ("1\t2\t3\t6\t9", .phone, "with tabs"),
        ("  1--2 ,. 36 9\t", .phone, "with a mix of them, in front and behind too"),
        ("139", .phone, "without the nodes in between"),
        ("1133339", .phone, "with keys that bounced"),
        ("123696321", .phone, "going back over what was visited"),
        ("78963", .numpad, "on a PC's number block"),
        ("7-9-3", .numpad, "there without the nodes in between"),
        ("qwedc", .letters, "by letters"),
        ("QWEDC", .letters, "by letters with Caps Lock on"),
        ("q e C", .letters, "by letters in both cases, without the nodes in between"),
    ])
    func meetsOtherSpellingsOfOneDrawing(typed: String, keypad: Keypad, why: String) {
        #expect(Reading(typed.bytes, keypad, on: .phone) == .pattern("1-2-3-6-9"), "\(why)")
    }

    @Test(arguments: [
        (4, "1-2-6-11", "1-2-6-11", "numbers with dashes"),
        (4, "4x4:1-2-6-11", "1-2-6-11", "the canonical form"),
        (4, "1 2 6 11", "1-2-6-11", "numbers with blanks"),
        (4, " 1,2.6--11 ", "1-2-6-11", "numbers with anything that separates"),
        (4, "1-16", "1-6-11-16", "two nodes, and two between them"),
        (4, "16-1", "16-11-6-1", "the same backwards"),
        (5, "1-5-25", "1-2-3-4-5-10-15-20-25", "two sides of the largest square of 5x5"),
        (6, "36-1", "36-29-22-15-8-1", "the longest diagonal"),
        (6, "6x6:1-6", "1-2-3-4-5-6", "the longest row"),
    ])
    func readsNumbersOnLargerGrids(side: Int, typed: String, canonical: String, why: String) throws {
        for keypad in Keypad.allCases {
            let reading = Reading(typed.bytes, keypad, on: try Grid.sized(side))
            #expect(reading == .pattern(canonical), "\(why), keypad \(keypad)")
        }
    }

    @Test(arguments: [
        (3, "", TypedError.empty, "nothing at all"),
        (6, "", .empty, "nothing on another grid"),
        (3, " ", .notAPattern, "a blank is typed, but names no node"),
        (3, "-,. \t", .notAPattern, "every separator and no node"),
        (3, "3x3:", .notAPattern, "the canonical form of no node"),
        (3, "3x3:-", .notAPattern, "the same with a separator"),
        (3, "hunter2", .notAPattern, "a password"),
        (3, "1234a", .notAPattern, "a pattern with a byte too much"),
        (3, "a1234", .notAPattern, "the same in front"),
        (3, "1-2-3-0", .notAPattern, "no key 0 on a phone's nine"),
        (3, "12 34\n", .notAPattern, "a line feed does not separate"),
        (3, "12 34\r", .notAPattern, "nor does a carriage return"),
        (3, "1234\u{0}", .notAPattern, "nor a NUL"),
        (3, "1234\u{e9}", .notAPattern, "nor what is not ASCII"),
        (3, "1234\u{ff11}", .notAPattern, "a full-width digit is another character"),
        (3, "3x3:10-2-3-4", .notAPattern, "a number beyond the grid"),
        (3, "3x3:1236", .notAPattern, "numbers without separators"),
        (3, "3x3:01-2-3-6", .notAPattern, "a leading zero"),
        (3, "3x3:0-1-2-3", .notAPattern, "the number 0"),
        (3, " 3x3:1-2-3-6", .notAPattern, "a blank in front of the grid"),
        (3, "3x3 1-2-3-6", .notAPattern, "no colon behind the grid"),
        (3, "3x3:3x3:1-2-3-6", .notAPattern, "two grids"),
        (3, "4x4:1-2-3-6", .notAPattern, "a drawing on another grid, though all nodes exist on this one"),
        (4, "3x3:1-2-3-6", .notAPattern, "the same the other way"),
        (3, "7x7:1-2-3-6", .notAPattern, "a grid that does not exist"),
        (3, "3X3:1-2-3-6", .notAPattern, "a capital X"),
        (4, "17-1-2-3", .notAPattern, "one beyond the last node"),
        (4, "1-2-3-17", .notAPattern, "the same at the end"),
        (4, "0-1-2-3", .notAPattern, "the number 0"),
        (4, "01-2-3-4", .notAPattern, "a leading zero"),
        (4, "00-1-2-3", .notAPattern, "only zeros"),
        (4, "1-2-3-100", .notAPattern, "three digits"),
        (4, "1-2-3-184467440737095516161", .notAPattern, "more than 64 bits"),
        (4, "1-2-3-257", .notAPattern, "1 to a reader that keeps eight bits"),
        (4, "1236", .notAPattern, "symbols without separators, where numbers are meant"),
        (6, "37-1-2-3", .notAPattern, "one beyond the last node"),
        (3, "1", .tooShort, "one node"),
        (3, "111111", .tooShort, "one node again and again"),
        (3, "123", .tooShort, "three nodes"),
        (3, "13", .tooShort, "three nodes after filling"),
        (3, "3x3:1-3", .tooShort, "the same in canonical form"),
        (4, "1-3", .tooShort, "the same on a larger grid"),
    ])
    func tellsWhyALineIsNoPattern(side: Int, typed: String, error: TypedError, why: String) throws {
        #expect(Reading(typed.bytes, .phone, on: try Grid.sized(side)) == .no(error), "\(why)")
    }
}
