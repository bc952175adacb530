/// The kernel's name for a boot.
enum NaiveBoot {
    /// The 16 bytes that its text stands for.
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter { $0 != "-" }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
