import Testing

@testable import Languages

/// What becomes of a text and its values.
struct TranslationTests {
    @Test(
        arguments: [
            ("%1 of %2", ["3", "5"], "3 of 5", "in order"),
            ("%2, %1", ["3", "5"], "5, 3", "in a translation's own order"),
            ("%1 %1", ["3"], "3 3", "twice"),
            ("no more", ["3"], "no more", "a translation that lacks a place"),
            ("%1 and %2 and %9", ["3"], "3 and  and ", "a translation that has places of its own"),
            ("%0 %a %", ["3"], "%0 %a %", "no places"),
            ("40 % of %1", ["3"], "40 % of 3", "percent"),
            ("%%1", ["3"], "%3", "percent before a place"),
            ("%1", ["%1 %2"], "%1 %2", "a value is not looked at again"),
            ("%12", ["3"], "32", "one digit makes a place"),
            ("", ["3"], "", "an empty text"),
            ("あと%1です", ["3"], "あと3です", "bytes beyond ASCII"),
        ] as [(String, [String], String, String)])
    func fillsPlaces(text: String, values: [String], filled: String, why: String) {
        let bytes = Translation.fill(Array(text.utf8), values.map { Array($0.utf8) })
        #expect(String(decoding: bytes, as: UTF8.self) == filled, "\(why)")
    }

    @Test func saysAllThatItIsGivenWithoutATranslation() {
        #expect(say("a text that no language has") == "a text that no language has")
        #expect(say("%1 has %2", "alice", "3") == "alice has 3")
        #expect(Translation.of("%1: no", Array("x".utf8)) == Array("x: no".utf8))
    }

    @Test(arguments: [(0, "0 things of alice"), (1, "1 thing of alice"), (2, "2 things of alice")])
    func counts(count: Int, text: String) {
        #expect(say("%1 thing of %2", "%1 things of %2", count: count, "alice") == text)
    }

    @Test func survivesAnyCount() async {
        await #expect(processExitsWith: .success) {
            for count in [Int.max, Int.min, -1] { _ = say("%1 thing", "%1 things", count: count) }
        }
    }
}
