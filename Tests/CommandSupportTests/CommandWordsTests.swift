import Testing

@testable import CommandSupport

@Suite("The command line")
struct CommandWordsTests {
    private enum Key {
        case grid, json, help
    }

    private static let table: [CommandOption<Key>] = [
        CommandOption(.grid, "grid", takesValue: true),
        CommandOption(.json, "json"),
        CommandOption(.help, "help", letter: UInt8(ascii: "h")),
    ]

    private func read(_ words: [String]) throws(UsageError) -> CommandWords<Key> {
        try CommandWords(["program"] + words, table: CommandWordsTests.table)
    }

    @Test(
        "Options and words, in any order",
        arguments: [
            ([], [], []),
            (["--grid", "4", "a"], ["4"], ["a"]),
            (["a", "--grid=4", "b"], ["4"], ["a", "b"]),
            (["--gr=5"], ["5"], []),
            (["--json", "--", "--grid"], [""], ["--grid"]),
            (["-h", "-"], [""], ["-"]),
            (["--grid", "--json"], ["--json"], []),
            (["--grid="], [""], []),
        ] as [([String], [String], [String])])
    func words(given: [String], values: [String], words: [String]) throws {
        let parsed = try read(given)
        #expect(parsed.options.map(\.value) == values)
        #expect(parsed.words == words)
    }

    @Test("Each option keeps its key and its place")
    func order() throws {
        #expect(try read(["--json", "-h", "--grid", "3"]).options.map(\.key) == [.json, .help, .grid])
    }

    @Test(
        "What is wrong is named",
        arguments: [
            (["--grid"], "--grid: needs a value"),
            (["word", "--bogus"], "--bogus: no such option"),
            (["--bogus", "word"], "--bogus: no such option"),
            (["--json=1"], "--json: takes no value"),
            (["--help=1"], "--help: takes no value"),
            (["-x"], "-x: no such option"),
            (["word", "-hx"], "-x: no such option"),
            (["-j"], "-j: no such option"),
        ] as [([String], String)])
    func wrong(given: [String], message: String) {
        #expect(throws: UsageError(message)) { try read(given) }
    }

    @Test("A command line after a wrong one begins anew")
    func anew() throws {
        #expect(throws: UsageError("-x: no such option")) { try read(["-xh"]) }
        #expect(try read(["--json"]).options.count == 1)
    }

    @Test("Command lines at the same time do not mix: getopt_long(3) has one state for a process")
    func atOnce() async {
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let parsed = try? self.read(["--json", "word", "--grid", String(number)])
                    #expect(parsed?.options.map(\.value) == ["", String(number)])
                    #expect(parsed?.words == ["word"])
                }
            }
        }
    }
}
