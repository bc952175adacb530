/// The form of attempts on disk.
///
/// A file of exactly 8192 bytes, all of them written when it is made, so that counting a try needs no
/// space on the disk. Two slots, one in each 4096 bytes: a write takes the older one, so that a torn
/// block costs the newest count at most, and reading believes the newer valid one.
///
/// A slot, all numbers little-endian:
/// ```
///   0  "pamptry1"                      56  strong factor: boot id, 16 bytes, 0 for unknown
///   8  sequence number                 72    seconds since boot
///  16  uid                             80    wall time
///  24  last                            88  last counted try: boot id
///  32  cleared to                     104    seconds since boot
///  40  total                          112  FNV-1a of the bytes before
///  48  total from                     120  (end)
/// ```
extension Attempts {
    /// The size of the file.
    package static var fileSize: Int { 8192 }
    /// Where each slot begins.
    package static var slotOffsets: [Int] { [0, 4096] }
    /// The bytes of a slot that are read and written.
    package static var slotSize: Int { 120 }

    /// A slot that is valid, and how new it is.
    package struct Slot: Equatable, Sendable {
        /// Counts up with each write.
        package let sequence: UInt64
        /// What it holds.
        package let attempts: Attempts

        /// Numbers attempts.
        package init(sequence: UInt64, attempts: Attempts) {
            self.sequence = sequence
            self.attempts = attempts
        }
    }

    private static var magic: StaticString { "pamptry1" }
    private static var checksumOffset: Int { 112 }
}

extension Attempts.Slot {
    /// Reads a slot; nil when it is torn, of another version, or says what can't be.
    package init?(parsing bytes: Span<UInt8>) {
        guard bytes.count == Attempts.slotSize, bytes.starts(with: Attempts.magic) else { return nil }
        let body = bytes.extracting(0..<Attempts.checksumOffset)
        guard Checksum.fnv1a(body) == Attempts.Slot.number(bytes, Attempts.checksumOffset) else {
            return nil
        }
        guard let uid = UInt32(exactly: Attempts.Slot.number(bytes, 16)) else { return nil }
        guard let attempts = Attempts.parse(bytes, uid: uid) else { return nil }
        self.init(sequence: Attempts.Slot.number(bytes, 8), attempts: attempts)
    }

    /// The slot as it stands on disk.
    package var bytes: [UInt8] {
        var line = Line(Attempts.magic)
        let numbers = [
            sequence, UInt64(attempts.uid), attempts.last, attempts.clearedTo, attempts.total,
            attempts.totalFrom,
        ]
        for number in numbers { line.add(littleEndian: number) }
        Attempts.Slot.add(attempts.strong, wallTime: attempts.strongWallTime, to: &line)
        Attempts.Slot.add(attempts.counted, wallTime: nil, to: &line)
        line.add(littleEndian: Checksum.fnv1a(line.bytes.span))
        return line.bytes
    }

    fileprivate static func number(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in (offset..<(offset + 8)).reversed() {
            number = number << 8 | UInt64(bytes[index])
        }
        return number
    }

    private static func add(_ instant: Instant, wallTime: UInt64?, to line: inout Line) {
        line.add(littleEndian: instant.boot?.value ?? 0)
        line.add(littleEndian: UInt64(clamping: instant.seconds))
        if let wallTime { line.add(littleEndian: wallTime) }
    }
}

extension Attempts {
    /// Takes the fields of a slot; nil when they contradict each other.
    fileprivate static func parse(_ bytes: Span<UInt8>, uid: UInt32) -> Attempts? {
        var attempts = Attempts(uid: uid)
        attempts.last = Slot.number(bytes, 24)
        attempts.clearedTo = Slot.number(bytes, 32)
        attempts.total = Slot.number(bytes, 40)
        attempts.totalFrom = Slot.number(bytes, 48)
        attempts.strong = instant(bytes, 56)
        attempts.strongWallTime = Slot.number(bytes, 80)
        attempts.counted = instant(bytes, 88)
        // The greatest number leaves none for the next try.
        let fits =
            attempts.last < UInt64.max && attempts.clearedTo <= attempts.last
            && attempts.totalFrom <= attempts.last && attempts.total <= attempts.last - attempts.totalFrom
        return fits ? attempts : nil
    }

    private static func instant(_ bytes: Span<UInt8>, _ offset: Int) -> Instant {
        Instant(
            boot: BootID(bytes: bytes.extracting(offset..<(offset + BootID.size))),
            seconds: Int(clamping: Slot.number(bytes, offset + BootID.size)))
    }
}

/// Tells a slot that was written whole from one that was not.
package enum Checksum {
    /// FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
    ///
    /// Against torn writes, not against people: who may write the file could make any checksum.
    package static func fnv1a(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in bytes.indices {
            hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
        }
        return hash
    }
}
