#if !hasFeature(Embedded)
    /// Unbiased numbers made of random words, which come from outside and may fail.
    package struct RandomNumbers<Failure: Error> {
        private let next: () throws(Failure) -> UInt64
        private var word: UInt64 = 0
        private var bitsLeft = 0

        /// Takes words from a source, such as getrandom(2).
        package init(_ next: @escaping () throws(Failure) -> UInt64) {
            self.next = next
        }

        /// A number from 0 to `bound - 1`, each as likely as any other; 0 for a bound of 0.
        ///
        /// As many bits as the largest number has, drawn again until they make one that is small enough.
        package mutating func number(below bound: UInt128) throws(Failure) -> UInt128 {
            guard bound > 1 else { return 0 }
            let width = UInt128.bitWidth - (bound - 1).leadingZeroBitCount
            while true {
                let low = UInt128(try bits(min(width, 64)))
                let number = width > 64 ? UInt128(try bits(width - 64)) << 64 | low : low
                if number < bound { return number }
            }
        }

        /// A number of 1 to 64 random bits. What a word has too few of is dropped.
        private mutating func bits(_ count: Int) throws(Failure) -> UInt64 {
            if bitsLeft < count {
                word = try next()
                bitsLeft = UInt64.bitWidth
            }
            let bits = count == UInt64.bitWidth ? word : word & (1 << UInt64(count) - 1)
            word = count == UInt64.bitWidth ? 0 : word >> UInt64(count)
            bitsLeft -= count
            return bits
        }
    }
#endif
