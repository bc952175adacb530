import PatternControl
import PatternGrid
import PatternVault
import Testing

/// Which lengths are drawn, and what can be in the way.
struct RandomTests {
    @Test(
        arguments: [
            (nil, 3, 4, .exactly(6)),
            (nil, 3, 8, .exactly(8)),
            (.nodes(4), 3, 4, .exactly(4)),
            (.nodes(9), 3, 9, .exactly(9)),
            (.nodes(36), 6, 4, .exactly(36)),
            (.any, 3, 4, .atLeast(4)),
            (.any, 4, 10, .atLeast(10)),
        ] as [(Options.Length?, Int, Int, PatternSpace.RandomLength)])
    func draws(
        asked: Options.Length?, side: Int, minimumNodes: Int, expected: PatternSpace.RandomLength
    ) throws {
        let grid = try #require(Grid(side: side))
        #expect(try Random.length(asked, on: grid, minimumNodes: minimumNodes) == expected)
    }

    @Test(
        arguments: [
            (.nodes(10), 4, ExitCode.usage, "--length 10: 3x3 has 9 dots; see patternctl --help"),
            (
                .nodes(5), 6, .refused,
                "--length 5: pattern.conf asks for 6 dots (min_nodes); choose more"
            ),
            (
                nil, 10, .refused,
                "pattern.conf asks for 10 dots (min_nodes), and 3x3 has 9; choose a larger --grid"
            ),
        ] as [(Options.Length?, Int, ExitCode, String)])
    func drawsNothing(asked: Options.Length?, minimumNodes: Int, code: ExitCode, message: String) {
        #expect(throws: Failure(code, message)) {
            try Random.length(asked, on: .phone, minimumNodes: minimumNodes)
        }
    }

    @Test func drawsNoneThatIsRefused() throws {
        let space = PatternSpace(grid: .phone)
        var numbers = RandomNumbers(Random.word)
        let first = try Random.draw(.exactly(4), from: space, &numbers) { $0.nodes[0] == Node(5) }
        #expect(first.nodes[0] == Node(5))
        #expect(
            throws: Failure(
                .refused, "no pattern of this length is allowed; choose another --length or --grid")
        ) {
            try Random.draw(.exactly(4), from: space, &numbers) { _ in false }
        }
    }

    @Test func drawsAnotherEachTime() throws {
        #expect(Set(try (0..<100).map { _ in try Random.word() }).count == 100)
    }

    @Test func tellsThatThereAreNoRandomNumbers() throws {
        var numbers = RandomNumbers { () throws(Errno) -> UInt64 in throw .inputOutput }
        #expect(
            throws: Failure(.unusable, "no random numbers (Input/output error); see getrandom(2)")
        ) {
            try Random.draw(.exactly(6), from: PatternSpace(grid: .phone), &numbers) { _ in true }
        }
    }
}
