import PatternVault
import TestSupport
import Testing

/// The form of attempts on disk.
struct SlotTests {
    /// A slot in which every field has a value of its own.
    private static let image: SlotImage = {
        var image = SlotImage()
        image.sequence = 0x0102_0304_0506_0708
        image.uid = 0xfedc_ba98
        image.last = 0x1122_3344_5566_7788
        image.clearedTo = 0x1122_3344_5566_7780
        image.total = 5
        image.totalFrom = 0x1122_3344_5566_7700
        image.strongBoot = [UInt8](0x30...0x3f)
        image.strongSeconds = 0x2122
        image.strongWallTime = 1_764_486_000
        image.countedBoot = [UInt8](0x40...0x4f)
        image.countedSeconds = 0x4142_4344
        return image
    }()

    private static func read(_ bytes: [UInt8]) -> Attempts.Slot? {
        Attempts.Slot(parsing: bytes.span)
    }

    /// The table of Landon Curt Noll's `test_fnv.c`.
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)])
    func hasTheChecksumFNV1a(text: String, sum: UInt64) {
        #expect(Checksum.fnv1a(text.bytes.span) == sum)
        #expect(SlotImage.checksum(text.bytes) == sum)
    }

    @Test func hasTheDocumentedSizes() {
        #expect(Attempts.fileSize == 8_192)
        #expect(Attempts.slotOffsets == [0, 4_096])
        #expect(Attempts.slotSize == 120)
        #expect(Self.image.bytes.count == 120)
    }

    @Test func readsTheDocumentedForm() throws {
        let slot = try #require(Self.read(Self.image.bytes))
        #expect(slot.sequence == Self.image.sequence)
        #expect(slot.attempts.uid == 0xfedc_ba98)
        #expect(slot.attempts.last == Self.image.last)
        #expect(slot.attempts.clearedTo == Self.image.clearedTo)
        #expect(slot.attempts.failures == 8)
        #expect(slot.attempts.total == 5)
        #expect(slot.attempts.totalFrom == Self.image.totalFrom)
        #expect(slot.attempts.strong == Instant(boot: .of(0x30...0x3f), seconds: 0x2122))
        #expect(slot.attempts.strongWallTime == 1_764_486_000)
        #expect(
            slot.attempts.counted == Instant(boot: .of(0x40...0x4f), seconds: 0x4142_4344))
    }

    @Test func writesTheDocumentedForm() throws {
        let slot = try #require(Self.read(Self.image.bytes))
        #expect(slot.bytes == Self.image.bytes)
    }

    @Test func writesAnUnknownBootAsZeros() throws {
        var attempts = Attempts(uid: 1_000)
        _ = attempts.count(at: Instant(boot: nil, seconds: 7))
        var image = SlotImage(sequence: 3, failures: 1, seconds: 7)
        image.countedBoot = [UInt8](repeating: 0, count: 16)
        let slot = Attempts.Slot(sequence: 3, attempts: attempts)
        #expect(slot.bytes == image.bytes)
        #expect(Self.read(slot.bytes) == slot)
    }

    /// Any single bit that is not as it was written is seen.
    @Test func refusesEverySlotWithOneBitChanged() {
        let bytes = Self.image.bytes
        for bit in 0..<(bytes.count * 8) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(Self.read(changed) == nil, "bit \(bit)")
        }
    }

    /// Old and new bytes in one slot, cut at any sector's or byte's border.
    @Test func refusesEverySlotOfTwoHalves() {
        let old = SlotImage(sequence: 7, failures: 3, seconds: 100).bytes
        let new = SlotImage(sequence: 9, failures: 4, seconds: 200).bytes
        // Up to the sequence number, and behind the checksum, nothing differs.
        for border in 9..<120 {
            let torn = Array(new[..<border] + old[border...])
            #expect(Self.read(torn) == nil, "\(border) bytes of the new one")
        }
    }

    @Test func refusesOtherSizes() {
        let bytes = Self.image.bytes
        for size in 0..<bytes.count {
            #expect(Self.read(Array(bytes[..<size])) == nil, "\(size) bytes")
        }
        #expect(Self.read((bytes + [0])) == nil)
    }

    @Test func refusesZerosAndOnes() {
        for byte: UInt8 in [0, 0xff] {
            #expect(Self.read([UInt8](repeating: byte, count: 120)) == nil)
        }
    }

    /// A slot with a good checksum that says what can't be, or what can.
    struct Contents: Sendable {
        let magic: String
        let uid: UInt64
        let last: UInt64
        let clearedTo: UInt64
        let total: UInt64
        let totalFrom: UInt64
        let isTaken: Bool
        let why: Comment

        init(
            magic: String = "pamptry1", uid: UInt64 = 1_000, last: UInt64 = 10, clearedTo: UInt64 = 0,
            total: UInt64 = 0, totalFrom: UInt64 = 0, _ isTaken: Bool, _ why: Comment
        ) {
            self.magic = magic
            self.uid = uid
            self.last = last
            self.clearedTo = clearedTo
            self.total = total
            self.totalFrom = totalFrom
            self.isTaken = isTaken
            self.why = why
        }
    }

    @Test(arguments: [
        Contents(true, "plain"),
        Contents(magic: "pamptry2", false, "of the next version"),
        Contents(magic: "PAMPTRY1", false, "another word"),
        Contents(uid: UInt64(UInt32.max), true, "the greatest uid"),
        Contents(uid: UInt64(UInt32.max) + 1, false, "no uid"),
        Contents(uid: 1 << 32 | 1_000, false, "no uid, though its low half is one"),
        Contents(clearedTo: 10, true, "all forgiven"),
        Contents(clearedTo: 11, false, "more forgiven than counted"),
        Contents(clearedTo: .max, false, "far more"),
        Contents(totalFrom: 10, true, "all before the strong factor"),
        Contents(totalFrom: 11, false, "the strong factor after a try that was not counted"),
        Contents(total: 10, true, "all wrong"),
        Contents(total: 11, false, "more wrong than counted"),
        Contents(total: 6, totalFrom: 4, true, "all wrong since the strong factor"),
        Contents(total: 7, totalFrom: 4, false, "more than counted since then"),
        Contents(last: 0, total: 1, false, "wrong ones and none counted"),
        Contents(last: .max - 1, clearedTo: 3, true, "as many as can be"),
        Contents(last: .max, clearedTo: 3, false, "no number is left for the next try"),
    ])
    func refusesWhatCannotBe(contents: Contents) {
        var image = SlotImage()
        image.magic = contents.magic
        image.uid = contents.uid
        image.last = contents.last
        image.clearedTo = contents.clearedTo
        image.total = contents.total
        image.totalFrom = contents.totalFrom
        #expect((Self.read(image.bytes) != nil) == contents.isTaken, contents.why)
    }

    /// Whoever may write the file can make any checksum; nothing in it may end the host.
    @Test func survivesAnyNumbers() async {
        await #expect(processExitsWith: .success) {
            let numbers: [UInt64] = [0, 1, 5, 1 << 31, 1 << 32, 1 << 63, .max - 1, .max]
            for last in numbers {
                for cleared in numbers {
                    for seconds in numbers {
                        var image = SlotImage()
                        image.sequence = last
                        image.last = last
                        image.clearedTo = cleared
                        image.total = cleared
                        image.strongSeconds = seconds
                        image.strongWallTime = seconds
                        image.countedSeconds = seconds
                        guard var attempts = Self.read(image.bytes)?.attempts else { continue }
                        let now = Instant(boot: .first, seconds: 1_000)
                        _ = attempts.lock(at: now, LockoutSchedule())
                        _ = attempts.isStrongFactorDue(at: now, afterBoot: true, everyHours: 1)
                        let number = attempts.count(at: now)
                        _ = attempts.lock(at: now, LockoutSchedule())
                        _ = attempts.forgive(upTo: number)
                        _ = attempts.failures
                        attempts.strongFactorUsed(at: now, wallTime: 0)
                        #expect(attempts.failures == 0)
                    }
                }
            }
        }
    }

    @Test func survivesRandomBytes() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2_000 {
            var bytes = random.bytes(120, of: [UInt8](0...255))
            bytes.replaceSubrange(0..<8, with: "pamptry1".bytes)
            #expect(Self.read(bytes) == nil)
        }
    }
}
