/// A moment, as attempts keep it: within one boot.
package struct Instant: Equatable, Sendable {
    /// The boot, nil when it can't be told.
    package let boot: BootID?
    /// Seconds since that boot by CLOCK_BOOTTIME, which goes on in suspend and can't be set.
    package let seconds: Int

    /// Names a moment.
    package init(boot: BootID?, seconds: Int) {
        self.boot = boot
        self.seconds = seconds
    }

    /// Seconds from an earlier moment to this one; nil when they are not known to be of one boot, or
    /// when the earlier one lies in the future.
    package func secondsSince(_ earlier: Instant) -> Int? {
        guard let boot, boot == earlier.boot, earlier.seconds <= seconds else { return nil }
        return seconds - earlier.seconds
    }
}

/// The kernel's name for the present boot: `/proc/sys/kernel/random/boot_id`, see random(4).
package struct BootID: Equatable, Sendable {
    /// The 16 bytes of the UUID.
    package let bytes: [UInt8]

    /// Takes 16 bytes; nil for another number, and for all zeros, which stand for an unknown boot.
    package init?(bytes: [UInt8]) {
        guard bytes.count == BootID.size, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// Reads the kernel's text, 32 hexadecimal digits with dashes between them and a line feed.
    package init?(text: Span<UInt8>) {
        var digits: [UInt8] = []
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(text[index] - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(text[index] - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "-"), UInt8(ascii: "\n"): continue
            default: return nil
            }
        }
        guard digits.count == BootID.size * 2 else { return nil }
        self.init(bytes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// How many bytes a UUID has.
    package static var size: Int { 16 }
}
