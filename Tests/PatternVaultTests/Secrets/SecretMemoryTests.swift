import CLinux
import PatternGrid
import PatternVault
import Testing

/// What is left of a secret in memory once nobody has it any more: nothing.
///
/// Each test looks through all writable memory of a process of its own. It looks while the secret is
/// there too, so that a search which finds nothing at all does not pass.
struct SecretMemoryTests {
    /// A drawing on 6x6, long enough to be found by chance nowhere, as canonical text; scrambled, and
    /// made byte by byte, so that no plain copy of it comes from the test.
    private static func scrambledText() -> [UInt8] {
        let nodes: [UInt8] = [36, 23, 16, 31, 8, 19, 30, 5, 12, 34, 3, 25, 14, 9, 28, 33, 7]
        var scrambled: [UInt8] = []
        for byte: UInt8 in [0x36, 0x78, 0x36, 0x3a] { scrambled.append(byte ^ MemorySearch.scramble) }
        for (index, node) in nodes.enumerated() {
            if index > 0 { scrambled.append(0x2d ^ MemorySearch.scramble) }
            if node >= 10 { scrambled.append((node / 10 + 0x30) ^ MemorySearch.scramble) }
            scrambled.append((node % 10 + 0x30) ^ MemorySearch.scramble)
        }
        return scrambled
    }

    private static func secret(_ scrambled: [UInt8]) -> Secret? {
        Secret(capacity: scrambled.count) { output in
            for byte in scrambled { output.append(byte ^ MemorySearch.scramble) }
        }
    }

    @Test func wipesItself() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            let search = try MemorySearch(scrambled: scrambled)
            let secret = try present(Self.secret(scrambled))
            let during = try search.count()
            #expect(during == 1)
            _ = consume secret
            let after = try search.count()
            #expect(after == 0)
        }
    }

    @Test func wipesItselfWhenItsFillingThrows() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            let search = try MemorySearch(scrambled: scrambled)
            var during = 0
            do {
                _ = try Secret(capacity: scrambled.count) { output throws(Errno) in
                    for byte in scrambled { output.append(byte ^ MemorySearch.scramble) }
                    during = (try? search.count()) ?? 0
                    throw .inputOutput
                }
            } catch {
                let after = try search.count()
                #expect(after == 0)
            }
            #expect(during == 1)
        }
    }

    @Test func wipesAReplyThatItTookOver() async {
        await #expect(processExitsWith: .success) {
            let scrambled = Self.scrambledText()
            let search = try MemorySearch(scrambled: scrambled)
            // SAFETY: memory of malloc with a NUL at its end, handed over and not touched again.
            let reply = try unsafe #require(malloc(scrambled.count + 1)).assumingMemoryBound(to: CChar.self)
            for (index, byte) in scrambled.enumerated() {
                unsafe reply[index] = CChar(bitPattern: byte ^ MemorySearch.scramble)
            }
            unsafe reply[scrambled.count] = 0
            let before = try search.count()
            #expect(before == 1)
            let secret = try present(unsafe Secret(taking: reply))
            let during = try search.count()
            #expect(during == 1)
            _ = consume secret
            let after = try search.count()
            #expect(after == 0)
        }
    }

    /// Neither what was typed, nor its nodes, nor the canonical text outlive a compare.
    @Test(arguments: [Sample.hash, "$y$"])
    func leavesNothingBehindACompare(hash: String) async {
        await #expect(processExitsWith: .success) { [hash] in
            let scrambled = Self.scrambledText()
            let text = try MemorySearch(scrambled: scrambled)
            let grid = try #require(Grid(side: 6))
            let credential = try Sample.credential(grid: grid, hash: hash)
            let verifier = Verifier(settings: Settings(), store: .standard)
            let typed = try present(Self.secret(scrambled))
            let verdict = verifier.judge(typed, against: credential)
            #expect(verdict == (hash == "$y$" ? .hashFailed(.crypt) : .wrong))
            let during = try text.count()
            #expect(during == 1, "the typed text, and no copy of it")
            _ = consume typed
            let after = try text.count()
            #expect(after == 0)
        }
    }
}
