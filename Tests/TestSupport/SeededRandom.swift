/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Starts at a seed.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Bytes out of an alphabet.
    package mutating func bytes(_ count: Int, of alphabet: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count {
            bytes.append(alphabet[Int(next() % UInt64(alphabet.count))])
        }
        return bytes
    }
}
