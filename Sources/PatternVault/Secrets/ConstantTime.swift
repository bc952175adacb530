/// Comparing without telling by the time where the difference is.
package enum ConstantTime {
    /// Tells whether two runs of bytes are the same.
    ///
    /// The time depends on the lengths alone, which for two hashes of one method are no secret.
    package static func equal(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        var difference: UInt8 = 0
        for index in first.indices {
            difference |= first[index] ^ second[index]
        }
        return difference == 0
    }

    /// Tells whether two secrets are the same.
    package static func equal(_ first: borrowing Secret, _ second: borrowing Secret) -> Bool {
        equal(first.span, second.span)
    }
}
