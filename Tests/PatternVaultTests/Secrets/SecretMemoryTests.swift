import CLinux
import PatternGrid
import PatternVault
import Testing

/// What is left of a secret in memory once nobody has it any more: nothing.
///
/// Each test looks through all writable memory of a process of its own. It looks while the secret is
/// there too, so that a search which finds nothing at all does not pass.
struct SecretMemoryTests {
    /// A drawing on 6x6, long enough to be found nowhere by chance: its nodes, scrambled, so that no
    /// plain copy of them comes from the test.
    private static var scrambledNodes: [UInt8] {
        [
            0x7e, 0x44, 0x55, 0x4f, 0x46, 0x5b, 0x7b, 0x57, 0x5e, 0x56, 0x59, 0x4c, 0x47, 0x4a, 0x40, 0x4e,
            0x5d,
            0x7a, 0x50, 0x58, 0x78, 0x53, 0x4d, 0x48, 0x52, 0x42, 0x51, 0x5c, 0x4b, 0x41, 0x45, 0x79, 0x54,
            0x5f,
        ]
    }

    /// Its canonical text, scrambled too.
    private static func scrambledText() -> [UInt8] {
        var scrambled: [UInt8] = []
        for byte: UInt8 in [0x36, 0x78, 0x36, 0x3a] { scrambled.append(byte ^ MemorySearch.scramble) }
        for (index, scrambledNode) in scrambledNodes.enumerated() {
            let node = scrambledNode ^ MemorySearch.scramble
            if index > 0 { scrambled.append(0x2d ^ MemorySearch.scramble) }
            if node >= 10 { scrambled.append((node / 10 + 0x30) ^ MemorySearch.scramble) }
            scrambled.append((node % 10 + 0x30) ^ MemorySearch.scramble)
        }
        return scrambled
    }

    /// Looks for all but the beginning of a text or of nodes, which free(3) overwrites with its own list.
    private static func search(_ scrambled: [UInt8]) throws -> MemorySearch {
        try MemorySearch(scrambled: Array(scrambled.dropFirst(20)))
    }

    private static func secret(_ scrambled: [UInt8]) -> Secret? {
        Secret(capacity: scrambled.count) { output in
            for byte in scrambled { output.append(byte ^ MemorySearch.scramble) }
        }
    }

    @Test func wipesItself() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            var search = try Self.search(scrambled)
            let secret = try present(Self.secret(scrambled))
            let during = try search.count()
            _ = consume secret
            let after = search.countAgain()
            #expect(during == 1)
            #expect(after == 0)
        }
    }

    @Test func wipesItselfWhenItsFillingThrows() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            var search = try Self.search(scrambled)
            var (during, after) = (0, 1)
            do throws(Errno) {
                _ = try Secret(capacity: scrambled.count) { output throws(Errno) in
                    for byte in scrambled { output.append(byte ^ MemorySearch.scramble) }
                    during = (try? search.count()) ?? 0
                    throw .inputOutput
                }
            } catch {
                after = search.countAgain()
            }
            #expect(during == 1)
            #expect(after == 0)
        }
    }

    @Test func wipesAReplyThatItTookOver() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            var search = try Self.search(scrambled)
            // SAFETY: memory of malloc with a NUL at its end, handed over and not touched again.
            let reply = try unsafe #require(malloc(scrambled.count + 1)).assumingMemoryBound(to: CChar.self)
            for (index, byte) in scrambled.enumerated() {
                unsafe reply[index] = CChar(bitPattern: byte ^ MemorySearch.scramble)
            }
            unsafe reply[scrambled.count] = 0
            let before = try search.count()
            let secret = unsafe Secret(taking: reply)
            let during = search.countAgain()
            let isThere = (consume secret) != nil
            let after = search.countAgain()
            #expect(isThere)
            #expect(before == 1)
            #expect(during == 1)
            #expect(after == 0)
        }
    }

    /// Neither what was typed, nor its nodes, nor the canonical text outlive a compare.
    @Test(arguments: [Sample.hash, "$y$"])
    func leavesNothingBehindACompare(hash: String) async {
        await #expect(processExitsWith: .success) { [hash] in
            let scrambled = Self.scrambledText()
            var text = try Self.search(scrambled)
            var nodes = try Self.search(Self.scrambledNodes)
            let grid = try #require(Grid(side: 6))
            let credential = try Sample.credential(grid: grid, hash: hash)
            let store = try TestStore.counting(credential: credential)
            var verifier = store.verifier(clock: TestClock())
            let typed = try present(Self.secret(scrambled))
            let before = (text: try text.count(), nodes: try nodes.count())
            let verdict = verifier.judge(typed, account: Sample.account, grid: grid)
            let after = (text: text.countAgain(), nodes: nodes.countAgain())
            #expect(verdict == (hash == "$y$" ? .hashFailed(.crypt) : .wrong))
            #expect(before == (1, 0))
            #expect(after == (1, 0), "the typed text, and no copy of it")
            _ = consume typed
        }
    }
}
