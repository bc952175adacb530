import Glibc
import PatternVault
import Testing

/// Comparing bytes.
struct ConstantTimeTests {
    @Test(arguments: [
        ("", "", true, "nothing and nothing"),
        ("", "a", false, "nothing and something"),
        ("a", "", false, "something and nothing"),
        ("abc", "abc", true, "the same bytes"),
        ("abc", "abd", false, "the last byte differs"),
        ("abc", "bbc", false, "the first byte differs"),
        ("abc", "ab", false, "one is the beginning of the other"),
        ("ab", "abc", false, "the other way"),
        ("abc", "bca", false, "the same bytes in another order"),
    ])
    func tellsWhetherTwoRunsOfBytesAreTheSame(first: String, second: String, same: Bool, why: String) throws {
        let bytes = ConstantTime.equal(first.bytes.span, second.bytes.span)
        #expect(bytes == same, "\(why)")
        let secrets = ConstantTime.equal(try Secret.text(first), try Secret.text(second))
        #expect(secrets == same, "\(why)")
    }

    /// No difference cancels another out, wherever the two are.
    @Test func seesEverySingleBitAndEveryPairOfThem() {
        let bytes = [UInt8](repeating: 0xa5, count: 8)
        for first in 0..<64 {
            for second in 0..<64 {
                var other = bytes
                other[first / 8] ^= 1 << (first % 8)
                other[second / 8] ^= 1 << (second % 8)
                let same = ConstantTime.equal(bytes.span, other.span)
                #expect(same == (first == second))
            }
        }
    }

    private typealias Comparison = (Span<UInt8>, Span<UInt8>) -> Bool

    /// What it would be without the care: it stops at the first difference.
    private static func hasty(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        for index in first.indices where first[index] != second[index] { return false }
        return true
    }

    /// The CPU time of this thread in nanoseconds.
    private static func time() -> Int {
        var time = timespec()
        // SAFETY: it writes into the variable that it is given, and keeps nothing.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The fastest of some rounds for runs of bytes that differ in the first byte alone, and in the last: whatever else
    /// the machine does makes a round slower, and none faster.
    private static func fastest(_ comparison: Comparison) -> (first: Int, last: Int) {
        let bytes = [UInt8](repeating: 0xa5, count: 1 << 18)
        let others = [0, bytes.count - 1].map { place in
            var other = bytes
            other[place] ^= 1
            return other
        }
        var fastest = [Int.max, .max]
        for _ in 0..<30 {
            for (which, other) in others.enumerated() {
                let start = time()
                let same = comparison(bytes.span, other.span)
                fastest[which] = min(fastest[which], time() - start)
                #expect(!same)
            }
        }
        return (fastest[0], fastest[1])
    }

    /// A difference at the start takes as long as one at the end.
    @Test func takesAsLongWhereverTheDifferenceIs() {
        let time = Self.fastest { ConstantTime.equal($0, $1) }
        #expect(time.first * 2 >= time.last && time.last * 2 >= time.first, "\(time) ns")
        // And one that stops there would be found out.
        let hasty = Self.fastest(Self.hasty)
        #expect(hasty.first * 2 < hasty.last, "\(hasty) ns")
    }
}
