import TestSupport

/// What is in the place of an account's attempts.
struct EntryAttempts {
    /// Both slots, nil for no file at all.
    private let slots: [[UInt8]]?
    /// The bytes of the file.
    let size: Int
    /// Of the first slot: to be overwritten by the uid of the account.
    private let slot: SlotImage?

    /// Some tries, none of them in the way.
    static let other = EntryAttempts(SlotImage.blank(sequence: 7, last: 4, clearedTo: 2, total: 2))

    private init(_ slot: SlotImage) {
        (slots, size, self.slot) = ([], 8192, slot)
    }

    init(_ feed: inout Feed, isPlain: Bool) {
        let kind = isPlain ? 11 : feed.choice(12)
        size = kind == 0 ? Int(feed.byte()) * 33 : 8192
        switch kind {
        case 1: (slots, slot) = (nil, nil)
        case 2: (slots, slot) = ([feed.text(), feed.text()], nil)
        case 3: (slots, slot) = ([SlotImage.sealed(feed.text()), SlotImage.sealed(feed.text())], nil)
        case 4:
            // A newer slot that was torn, before or behind the one that counts.
            let slot = EntryAttempts.usual(&feed)
            let torn = Array(slot.bytes.prefix(feed.choice(120)))
            (slots, self.slot) = (feed.choice(2) == 0 ? [torn, slot.bytes] : [slot.bytes, torn], nil)
        case 5:
            let slot = EntryAttempts.usual(&feed)
            var other = EntryAttempts.usual(&feed)
            other.sequence = slot.sequence &+ UInt64(feed.choice(3)) &- 1
            (slots, self.slot) = ([slot.bytes, other.bytes], nil)
        case 6:
            var slot = EntryAttempts.usual(&feed)
            (slot.sequence, slot.last, slot.clearedTo) = (feed.number(), feed.number(), feed.number())
            (slot.total, slot.totalFrom, slot.countedSeconds) = (feed.number(), feed.number(), feed.number())
            (slots, self.slot) = ([slot.bytes, []], nil)
        default: (slots, slot) = ([], EntryAttempts.usual(&feed))
        }
    }

    /// Both slots for an account; nil for no file.
    func slots(of uid: UInt32) -> [UInt8]? {
        guard var slots else { return nil }
        if var slot {
            slot.uid = UInt64(uid)
            slots = [slot.bytes]
        }
        return (0..<2).flatMap { index in
            let slot = index < slots.count ? slots[index].prefix(SlotImage.size) : []
            return slot + [UInt8](repeating: 0, count: SlotImage.size - slot.count)
        }
    }

    /// A few tries, some of them forgiven.
    private static func usual(_ feed: inout Feed) -> SlotImage {
        var slot = SlotImage.blank(sequence: 1 + UInt64(feed.byte()))
        slot.uid = UInt64(EntryScene.alice)
        slot.clearedTo = UInt64(feed.byte())
        slot.last = slot.clearedTo + UInt64(feed.choice(13))
        slot.totalFrom = slot.last - min(slot.last, UInt64(feed.choice(60)))
        slot.total = min(slot.last - slot.totalFrom, UInt64(feed.choice(60)))
        let boot = feed.choice(3)
        if boot > 0 { slot.countedBoot = NaiveBoot.bytes(EntryScene.boots[boot - 1]) }
        slot.countedSeconds = UInt64(feed.byte()) << 8 + UInt64(feed.byte())
        if feed.choice(2) == 0 {
            (slot.strongBoot, slot.strongSeconds) = (slot.countedBoot, UInt64(feed.byte()))
        }
        return slot
    }
}
