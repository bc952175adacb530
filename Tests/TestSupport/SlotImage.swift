/// A slot of attempts, laid out by the documented form of the file and not by the code under test.
package struct SlotImage: Equatable, Sendable {
    /// How many bytes it has.
    package static let size = 120

    package var magic = "pamptry1"
    package var sequence: UInt64 = 1
    package var uid: UInt64 = 1_000
    package var last: UInt64 = 0
    package var clearedTo: UInt64 = 0
    package var total: UInt64 = 0
    package var totalFrom: UInt64 = 0
    package var strongBoot = [UInt8](repeating: 0, count: 16)
    package var strongSeconds: UInt64 = 0
    package var strongWallTime: UInt64 = 0
    package var countedBoot = [UInt8](repeating: 0, count: 16)
    package var countedSeconds: UInt64 = 0

    /// A slot with so many failures, the last of them in the boot whose name is 1 to 16, the tests' first one.
    package init(sequence: UInt64 = 1, failures: UInt64 = 0, seconds: UInt64 = 1_000) {
        self.sequence = sequence
        last = failures
        total = failures
        countedBoot = [UInt8](1...16)
        countedSeconds = seconds
    }

    /// The 120 bytes.
    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 112)
        func put(_ field: [UInt8], at offset: Int) {
            bytes.replaceSubrange(offset..<(offset + field.count), with: field)
        }
        put(Array(magic.utf8), at: 0)
        put(Self.littleEndian(sequence), at: 8)
        put(Self.littleEndian(uid), at: 16)
        put(Self.littleEndian(last), at: 24)
        put(Self.littleEndian(clearedTo), at: 32)
        put(Self.littleEndian(total), at: 40)
        put(Self.littleEndian(totalFrom), at: 48)
        put(strongBoot, at: 56)
        put(Self.littleEndian(strongSeconds), at: 72)
        put(Self.littleEndian(strongWallTime), at: 80)
        put(countedBoot, at: 88)
        put(Self.littleEndian(countedSeconds), at: 104)
        return Self.sealed(bytes)
    }

    /// The first 112 of some bytes, zeros where there are fewer, with the checksum that belongs to them.
    package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let body = Array(bytes.prefix(112)) + [UInt8](repeating: 0, count: max(0, 112 - bytes.count))
        return body + littleEndian(checksum(body))
    }

    /// A whole file with this slot in the first block and another, or zeros, in the second.
    package func file(second: SlotImage? = nil) -> [UInt8] {
        Self.block(bytes) + Self.block(second?.bytes ?? [])
    }

    /// 4096 bytes that begin with these.
    package static func block(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: 4_096 - bytes.count)
    }

    /// FNV-1a of 64 bits, by long multiplication of its prime 2^40 + 2^8 + 0xb3.
    package static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
            let mixed = hash ^ UInt64(byte)
            return (mixed << 40) &+ (mixed << 8) &+ mixed &* 0xb3
        }
    }

    private static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
