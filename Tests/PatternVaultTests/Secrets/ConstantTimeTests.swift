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
}
