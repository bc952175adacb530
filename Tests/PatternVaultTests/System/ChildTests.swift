import PatternVault
import Testing

/// Programs that are started with words; those of the checker see `CheckerClientTests`.
struct ChildTests {
    /// All that a program of these words writes, by its end.
    private static func output(of words: [String]) throws -> String {
        let child = try Child.start(Path("/bin/sh"), words: words)
        var bytes: [UInt8] = []
        while try child.hasOutput(within: 20_000) {
            let more = try child.read(atMost: 4096)
            if more.isEmpty { return String(bytes) }
            bytes += more
        }
        throw Unexpected.nothing
    }

    @Test func givesItsWordsAndHearsBothOutputs() throws {
        let script = "echo $0 $# \"$1\"; echo error >&2; cat; env | sed -n '/^P[^W]/p'"
        #expect(try Self.output(of: ["name", "-c", script, "zero", "one two"]) == "zero 1 one two\nerror\n")
    }

    @Test func failsWhereThereIsNoSuchProgram() {
        #expect(throws: Errno.noSuchFile) {
            _ = try Child.start(Path("/bin/no-such-program"), words: ["name"])
        }
    }
}
