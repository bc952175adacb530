import Foundation
import PatternGrid
import TestSupport
import Testing

/// Features and scores against tables made by other programs.
struct StrengthTests {
    @Test func scoresAsThePublishedFormulasDo() throws {
        let rows = try Oracle.rows("meters-3x3")
        #expect(rows.count == 7)
        for row in rows {
            let features = Features(of: Pattern(visiting: row[0], on: .phone))
            for (meter, text) in zip(Meter.allCases, row[1...]) {
                let expected = try #require(Double(text))
                #expect(abs(meter.score(of: features) - expected) < 1e-6, "\(row[0]) \(meter)")
            }
        }
    }

    @Test func seesWhatASeparateProgramSees() throws {
        let rows = try Oracle.rows("features")
        #expect(rows.count == 48)
        for row in rows {
            let grid = try Grid.sized(try #require(row[0].first?.wholeNumberValue))
            let pattern = Pattern(visiting: row[1], on: grid)
            try #require(pattern.text == row[1])
            let features = Features(of: pattern)
            #expect(
                [
                    features.turns, features.knightMoves, features.crossings, features.touches,
                    features.overlaps, features.revisits,
                ].map(String.init) == Array(row[2...7]), "\(row[1])")
            #expect(features.length == pattern.nodes.count && features.start == pattern.nodes.first)
            for (meter, text) in zip(Meter.allCases, row[8...]) {
                let expected = try #require(Double(text))
                #expect(abs(meter.score(of: features) - expected) < 1e-8, "\(row[1]) \(meter)")
            }
        }
    }

    @Test(arguments: [
        // 2 to 4, over 3, goes on as 1 to 2 does: no turn, and no more than a node in common.
        ("3-6-1-2-4", 4, (turns: 2, overlaps: 0, revisits: 1)),
        ("2-1-3-6", 3, (turns: 2, overlaps: 1, revisits: 1)),
        ("1-2-3-6", 3, (turns: 1, overlaps: 0, revisits: 0)),
    ])
    func tellsOverlapsFromGoingOn(
        numbers: String, side: Int, expected: (turns: Int, overlaps: Int, revisits: Int)
    ) throws {
        let features = Features(of: Pattern(visiting: numbers, on: try Grid.sized(side)))
        #expect(features.turns == expected.turns)
        #expect(features.overlaps == expected.overlaps)
        #expect(features.revisits == expected.revisits)
    }

    /// Nothing of it traps on what is no pattern yet.
    @Test(arguments: ["", "5", "1-2", "1-3"])
    func looksAtShortOnesToo(numbers: String) {
        let features = Features(of: Pattern(visiting: numbers, on: .phone))
        #expect(features.turns == 0 && features.crossings == 0 && features.touches == 0)
        for meter in Meter.allCases { #expect(meter.score(of: features).isFinite) }
    }
}

/// Places among all 389,112 patterns.
struct RankingTests {
    private static let ranking = Ranking()

    @Test func countsAndriotisAsTheOracle() {
        let distribution = RankingTests.ranking.distribution(of: .andriotis)
        #expect(distribution.map(\.score) == (0...13).map(Double.init))
        #expect(
            distribution.map(\.count) == [
                14, 266, 2138, 7246, 15778, 30580, 50682, 70486, 79746, 69970, 42550, 15992, 3314, 350,
            ])
    }

    /// Ends by the oracle; how many different scores there are, and their sums, by a separate program.
    @Test(arguments: [
        (Meter.sun, 6.339850, 46.807389, 1657, 12_164_219.5698),
        (.song, 0.175333, 0.990000, 413, 243_905.2716),
    ])
    func countsTheOthersAsOtherPrograms(
        meter: Meter, least: Double, most: Double, scores: Int, sum: Double
    ) throws {
        let distribution = RankingTests.ranking.distribution(of: meter)
        #expect(abs(try #require(distribution.first).score - least) < 1e-6)
        #expect(abs(try #require(distribution.last).score - most) < 1e-6)
        #expect(distribution.count == scores)
        #expect(distribution.map(\.count).reduce(0, +) == 389_112)
        #expect(abs(distribution.map { $0.score * Double($0.count) }.reduce(0, +) - sum) < 0.001)
    }

    /// By a separate program that sorted all scores.
    @Test(arguments: [
        ("7-4-1-6-8-3", Meter.andriotis, 25_443, 30_580), ("7-4-1-6-8-3", .sun, 20_417, 1_216),
        ("7-4-1-6-8-3", .song, 40_537, 2_584), ("2-9-4-3-5-7", .andriotis, 56_023, 50_682),
        ("2-9-4-3-5-7", .sun, 40_033, 128), ("2-9-4-3-5-7", .song, 118_721, 184),
        ("1-2-3-6", .andriotis, 1, 14), ("1-2-3-6", .sun, 1, 80), ("1-2-3-6", .song, 9, 336),
        ("5-1-9-2-8-3-7-6-4", .andriotis, 388_763, 350), ("5-1-9-2-8-3-7-6-4", .sun, 389_105, 8),
        ("5-1-9-2-8-3-7-6-4", .song, 389_009, 104),
    ])
    func ranks(numbers: String, meter: Meter, rank: Int, sharing: Int) {
        let place = RankingTests.ranking.place(of: Pattern(visiting: numbers, on: .phone), by: meter)
        #expect([place?.rank, place?.sharing, place?.total] == [rank, sharing, 389_112])
    }

    /// The ranking adds up step by step, ``Features`` compares all pairs: what one finds the other has.
    @Test func hasTheScoresOfFeatures() {
        var number = 0
        PatternSpace(grid: .phone).forEach(lengths: 4...9) { nodes in
            number += 1
            guard number.isMultiple(of: 101) else { return }
            let pattern = Pattern(visiting: nodes.indices.map { nodes[$0] }, on: .phone)
            for meter in Meter.allCases {
                #expect(RankingTests.ranking.place(of: pattern, by: meter) != nil, "\(pattern.text) \(meter)")
            }
        }
        #expect(number == 389_112)
    }

    @Test(arguments: [("1-2-3", 3), ("", 3), ("1-2-3-4", 4), ("7-4-1-6-8-3", 5)])
    func ranksNothingElse(numbers: String, side: Int) throws {
        let pattern = Pattern(visiting: numbers, on: try Grid.sized(side))
        for meter in Meter.allCases {
            #expect(RankingTests.ranking.place(of: pattern, by: meter) == nil)
        }
    }
}
