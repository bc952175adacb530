import CLinux
import Foundation
import PatternVault
import Testing

/// Making hashes.
struct HasherTests {
    @Test func makesAHashThatMatchesItsTextAlone() throws {
        let text = try Secret.text(Sample.canonical)
        let hash = try Hasher.make(text, cost: 1, random: System.random)
        #expect(hash.method == .yescrypt)
        let right = try Hasher.matches(text, hash)
        #expect(right)
        let wrong = try Hasher.matches(try Secret.text("3x3:7-4-1-6-8-5-3"), hash)
        #expect(!wrong)
    }

    @Test func saltsEachHashAnew() throws {
        let hashes = try (0..<4).map { _ in
            try Hasher.make(try Secret.text(Sample.canonical), cost: 1, random: System.random).bytes
        }
        #expect(Set(hashes).count == 4)
    }

    /// What crypt_gensalt_rn(3) of libxcrypt 4.4.33 makes of the bytes 0 to 15, called from Python.
    @Test func usesAllOfTheSaltItIsGiven() throws {
        let hash = try Hasher.make(try Secret.text(Sample.canonical), cost: 1, random: Self.counting)
        #expect(
            String(hash.bytes)
                == "$y$j75$.2U.1EE/4Q.07ck0AoU1D.$yzsbjgp4oy3bdJctB3nmFWK.9FIjPHEq0gfZjm6plL3")
    }

    /// The parameters behind `$y$` as libxcrypt 4.4.33 writes them: N, and r from the third cost on 32.
    @Test(arguments: [(1, "j75"), (2, "j85"), (3, "j7T"), (5, "j9T"), (7, "jBT")])
    func hashesAtTheCostItIsTold(cost: Int, parameters: String) throws {
        let hash = try Hasher.make(try Secret.text(Sample.canonical), cost: cost, random: Self.counting)
        #expect(String(hash.bytes).hasPrefix("$y$\(parameters)$"))
    }

    @Test func takesTheCostsOfLibcrypt() {
        #expect(Hasher.costs == 1...11)
    }

    @Test(arguments: [
        (0, "which libcrypt takes for its own default"), (12, "one too many"), (-1, "negative"),
        (Int.max, "the greatest number there is"), (Int.min, "the least"),
    ])
    func refusesOtherCosts(cost: Int, why: String) async {
        await #expect(processExitsWith: .success, "\(why)") { [cost] in
            #expect(throws: Hasher.Failure.crypt) {
                _ = try Hasher.make(try Secret.text(Sample.canonical), cost: cost, random: Self.counting)
            }
        }
    }

    @Test func makesNoHashWithoutRandomBytes() throws {
        let text = try Secret.text(Sample.canonical)
        #expect(throws: Hasher.Failure.random(.inputOutput)) {
            _ = try Hasher.make(text, cost: 1) { _ throws(Errno) in throw .inputOutput }
        }
        #expect(throws: Hasher.Failure.self, "too few of them") {
            _ = try Hasher.make(text, cost: 1) { output throws(Errno) in output.append(1) }
        }
    }

    /// A process that may take little more memory than it has, as under a limit of its service.
    @Test func failsWithoutMemory() async {
        await #expect(processExitsWith: .success) {
            let text = try Secret.text(Sample.canonical)
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            let size = try #require(pages.first.flatMap { UInt($0) }) * 4_096
            var limit = rlimit(rlim_cur: size + 32 << 20, rlim_max: size + 32 << 20)
            // SAFETY: `limit` lives through the call.
            let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            try #require(isLimited == 0)
            // libxcrypt 4.4 calls this EINVAL, so it may be taken for another failure; it must be one.
            #expect(throws: Hasher.Failure.self) {
                _ = try Hasher.make(text, cost: 9, random: Self.counting)
            }
        }
    }

    /// Fills with 0, 1, 2 and so on.
    private static func counting(_ output: inout OutputSpan<UInt8>) throws(Errno) {
        var next: UInt8 = 0
        while !output.isFull {
            output.append(next)
            next += 1
        }
    }
}
