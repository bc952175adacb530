import PatternControl
import PatternGrid
import Testing

/// What is shown of a pattern's shape.
struct StrengthSummaryTests {
    /// The scores and ranks of 7-4-1-6-8-3 are those that a separate program found.
    @Test func tellsAPersonOfAPhonesPattern() {
        #expect(
            StrengthSummary(of: pattern("7-4-1-6-8-3", .phone)).lines == [
                "Features: line length 7.89, 3 turns, 2 knight moves, 1 crossing, 0 touches, 0 overlaps, 0 revisits",
                "Meters: they look at shape only and advise, the blocklist decides (Golla et al. 2019)",
                "  Andriotis 2014: 5, rank 25,443 of 389,112 from the weakest, shared by 30,580",
                "  Sun 2014: 18.909545, rank 20,417 of 389,112 from the weakest, shared by 1,216",
                "  Song 2015: 0.440000, rank 40,537 of 389,112 from the weakest, shared by 2,584",
            ])
    }

    /// The meters work, and there is no rank.
    @Test func tellsAPersonOfALargerPattern() throws {
        let grid = try #require(Grid(side: 4))
        #expect(
            StrengthSummary(of: pattern("2-6-15-10-1-7-12", grid)).lines == [
                "Features: line length 10.54, 5 turns, 3 knight moves, 1 crossing, 0 touches, 0 overlaps, 0 revisits",
                "Meters: they look at shape only and advise, the blocklist decides (Golla et al. 2019)",
                "  Andriotis 2014: 7", "  Sun 2014: 24.697051", "  Song 2015: 0.542667",
            ])
    }

    @Test func tellsAScript() {
        let note = "Meters: they look at shape only and advise, the blocklist decides (Golla et al. 2019)"
        #expect(
            JSON.object(StrengthSummary(of: pattern("1-2-3-6", .phone)).fields).text
                == #"{"features": {"line_length": 3.000000, "turns": 1, "knight_moves": 0, "crossings": 0, "touches": 0, "#
                + #""overlaps": 0, "revisits": 0}, "meters": {"note": "\#(note)", "#
                + #""andriotis": {"year": 2014, "score": 0, "rank": 1, "sharing": 14, "of": 389112}, "#
                + #""sun": {"year": 2014, "score": 6.339850, "rank": 1, "sharing": 80, "of": 389112}, "#
                + #""song": {"year": 2015, "score": 0.188667, "rank": 9, "sharing": 336, "of": 389112}}}"#)
    }

    @Test func tellsAScriptOfALargerPattern() throws {
        let text = JSON.object(
            StrengthSummary(of: pattern("2-6-15-10-1-7-12", try #require(Grid(side: 4)))).fields
        ).text
        #expect(
            text.contains(
                #""andriotis": {"year": 2014, "score": 7, "rank": null, "sharing": null, "of": null}"#))
    }

    @Test func tellsAScriptThatThereIsNone() {
        #expect(JSON.object(StrengthSummary.noFields).text == #"{"features": null, "meters": null}"#)
    }

    private func pattern(_ numbers: String, _ grid: Grid) -> Pattern {
        Pattern(visiting: numbers.split(separator: "-").compactMap { UInt8($0) }.map { Node($0) }, on: grid)
    }
}

/// Numbers with decimals.
struct JSONDecimalTests {
    @Test(arguments: [
        (0.0, "0.000000"), (0.44, "0.440000"), (1.9999996, "2.000000"), (46.8073890768, "46.807389"),
        (-0.25, "-0.250000"), (-1e-9, "0.000000"), (0.0000005, "0.000001"),
        (.infinity, "null"), (.nan, "null"),
    ])
    func hasSixDecimals(value: Double, text: String) {
        #expect(JSON.decimal(value).text == text)
    }
}
