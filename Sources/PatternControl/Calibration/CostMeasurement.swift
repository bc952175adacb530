/// What hashing one pattern at a cost takes.
package struct CostMeasurement: Equatable, Sendable {
    /// yescrypt's cost, see `Hasher.costs`.
    package let cost: Int
    /// The time, in microseconds.
    package let microseconds: Int
    /// The memory, in bytes.
    package let bytes: Int

    /// Names what a cost takes.
    package init(cost: Int, microseconds: Int, bytes: Int) {
        self.cost = cost
        self.microseconds = microseconds
        self.bytes = bytes
    }

    /// The memory that yescrypt's parameters for a cost come to, in bytes: 128 * r * N, with r and N of
    /// libxcrypt's gensalt (lib/crypt-yescrypt.c). It doubles from step to step.
    package static func expectedBytes(cost: Int) -> Int { 1 << (19 + cost) }
}
