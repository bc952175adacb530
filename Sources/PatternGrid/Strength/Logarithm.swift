#if !hasFeature(Embedded)
    /// Logarithms without libm, which nothing else here needs.
    enum Logarithm {
        private static let natural2 = 0.693_147_180_559_945_309_4
        private static let root2 = 1.414_213_562_373_095_048_8

        /// The logarithm to base 2 of a positive, normal number, right to a few units in the last place.
        ///
        /// The exponent is exact. For the rest, between the root of 1/2 and that of 2, it sums
        /// ln m = 2 (s + s^3/3 + s^5/5 ...) with s = (m - 1) / (m + 1): there s is below 0.172, so the first
        /// term left out is below 1e-21.
        static func binary(_ value: Double) -> Double {
            var rest = value.significand
            var exponent = Double(value.exponent)
            if rest > root2 {
                rest /= 2
                exponent += 1
            }
            let ratio = (rest - 1) / (rest + 1)
            var sum = 0.0
            for odd in stride(from: 25, through: 1, by: -2) {
                sum = sum * ratio * ratio + 1 / Double(odd)
            }
            return exponent + 2 * ratio * sum / natural2
        }
    }
#endif
