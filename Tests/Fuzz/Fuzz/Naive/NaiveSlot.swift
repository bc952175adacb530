/// A slot of the attempts once more, from its description alone: offsets into 120 bytes.
struct NaiveSlot: Equatable {
    static let size = 120

    var sequence: UInt64 = 1
    var uid: UInt64 = 0
    var last: UInt64 = 0
    var clearedTo: UInt64 = 0
    var total: UInt64 = 0
    var totalFrom: UInt64 = 0
    var strongBoot = [UInt8](repeating: 0, count: 16)
    var strongSeconds: UInt64 = 0
    var strongWallTime: UInt64 = 0
    var countedBoot = [UInt8](repeating: 0, count: 16)
    var countedSeconds: UInt64 = 0

    /// As it stands on disk.
    var bytes: [UInt8] {
        var bytes = Array("pamptry1".utf8)
        bytes += [sequence, uid, last, clearedTo, total, totalFrom].flatMap(NaiveSlot.littleEndian)
        bytes += strongBoot + [strongSeconds, strongWallTime].flatMap(NaiveSlot.littleEndian)
        bytes += countedBoot + NaiveSlot.littleEndian(countedSeconds)
        return bytes + NaiveSlot.littleEndian(NaiveSlot.checksum(bytes))
    }

    /// The bytes with the checksum that belongs to them.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let body = Array(bytes.prefix(112)) + [UInt8](repeating: 0, count: max(0, 112 - bytes.count))
        return body + littleEndian(checksum(body))
    }

    private static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(number >> (8 * $0) & 0xff) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension NaiveSlot {
    /// Reads a slot; nil for one that says what can't be.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == NaiveSlot.size, bytes.prefix(8) == Array("pamptry1".utf8)[...] else {
            return nil
        }
        guard NaiveSlot.sealed(bytes) == bytes else { return nil }
        func number(_ offset: Int) -> UInt64 {
            bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init()
        (sequence, uid, last, clearedTo) = (number(8), number(16), number(24), number(32))
        (total, totalFrom) = (number(40), number(48))
        (strongBoot, strongSeconds, strongWallTime) = (Array(bytes[56..<72]), number(72), number(80))
        (countedBoot, countedSeconds) = (Array(bytes[88..<104]), number(104))
        guard uid <= UInt64(UInt32.max), last < .max, clearedTo <= last, totalFrom <= last else { return nil }
        guard total <= last - totalFrom else { return nil }
    }

    /// The slot of a file that counts: the newer valid one.
    static func believed(_ first: [UInt8], _ second: [UInt8]) -> NaiveSlot? {
        let slots = [first, second].compactMap { NaiveSlot($0) }
        return slots.max { $0.sequence <= $1.sequence && $0 != slots.last }
    }

    /// Seconds that the pattern is locked for by the standing schedule of DESIGN; nil for not at all.
    func lock(boot: [UInt8]?, seconds: Int) -> Int? {
        if total >= 50 { return .max }
        let failures = last - clearedTo
        guard failures >= 5 else { return nil }
        let waits = [60, 300, 900, 1800, 5400, 14400]
        guard failures - 5 < 6 else { return .max }
        let isThisBoot = boot == countedBoot && countedBoot.contains { $0 != 0 }
        let waited = isThisBoot ? max(0, seconds - Int(clamping: countedSeconds)) : seconds
        let rest = waits[Int(failures - 5)] - waited
        return rest > 0 ? rest : nil
    }
}
