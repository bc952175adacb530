import TestSupport

/// Reading a slot of the attempts once more, from its description alone.
extension SlotImage {
    /// A slot of nobody, which no boot has written.
    static func blank(
        sequence: UInt64 = 1, last: UInt64 = 0, clearedTo: UInt64 = 0, total: UInt64 = 0
    ) -> SlotImage {
        var slot = SlotImage(sequence: sequence, seconds: 0)
        slot.uid = 0
        (slot.last, slot.clearedTo, slot.total) = (last, clearedTo, total)
        slot.countedBoot = [UInt8](repeating: 0, count: 16)
        return slot
    }

    /// Reads a slot; nil for one that says what can't be.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == SlotImage.size, bytes.prefix(8) == Array("pamptry1".utf8)[...] else {
            return nil
        }
        guard SlotImage.sealed(bytes) == bytes else { return nil }
        func number(_ offset: Int) -> UInt64 {
            bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        self = .blank()
        (sequence, uid, last, clearedTo) = (number(8), number(16), number(24), number(32))
        (total, totalFrom) = (number(40), number(48))
        (strongBoot, strongSeconds, strongWallTime) = (Array(bytes[56..<72]), number(72), number(80))
        (countedBoot, countedSeconds) = (Array(bytes[88..<104]), number(104))
        guard uid <= UInt64(UInt32.max), last < .max, clearedTo <= last, totalFrom <= last else { return nil }
        guard total <= last - totalFrom else { return nil }
    }

    /// The slot of a file that counts: the newer valid one.
    static func believed(_ first: [UInt8], _ second: [UInt8]) -> SlotImage? {
        let slots = [first, second].compactMap { SlotImage($0) }
        return slots.max { $0.sequence <= $1.sequence && $0 != slots.last }
    }

    /// Seconds that the pattern is locked for by the schedule that stands unless it is set; nil for not at all.
    func lock(boot: [UInt8]?, seconds: Int) -> Int? {
        if total >= 50 { return .max }
        let failures = last - clearedTo
        guard failures >= 5 else { return nil }
        let waits = [60, 300, 900, 1800, 5400, 14400]
        guard failures - 5 < 6 else { return .max }
        let since = seconds - Int(clamping: countedSeconds)
        let waited: Int
        if boot == nil || countedBoot.allSatisfy({ $0 == 0 }) {
            waited = since < 0 ? seconds : since
        } else {
            waited = boot == countedBoot ? max(0, since) : seconds
        }
        let rest = waits[Int(failures - 5)] - waited
        return rest > 0 ? rest : nil
    }
}
