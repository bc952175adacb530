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
    /// The 16 bytes of the UUID, the first one the lowest.
    package let value: UInt128

    /// Takes 16 bytes; nil for another number, and for all zeros, which stand for an unknown boot.
    package init?(bytes: Span<UInt8>) {
        guard bytes.count == BootID.size else { return nil }
        var value: UInt128 = 0
        for index in bytes.indices.reversed() {
            value = value << 8 | UInt128(bytes[index])
        }
        self.init(value)
    }

    /// Reads the kernel's text, 32 hexadecimal digits with dashes between them and a line feed.
    package init?(text: Span<UInt8>) {
        var (value, digits): (UInt128, Int) = (0, 0)
        for index in text.indices {
            let digit: UInt8
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "-"), UInt8(ascii: "\n"): continue
            default: return nil
            }
            guard digits < BootID.size * 2 else { return nil }
            // Of a byte's two digits the first is the higher.
            value |= UInt128(digit) << UInt128(digits / 2 * 8 + (digits % 2 == 0 ? 4 : 0))
            digits += 1
        }
        guard digits == BootID.size * 2 else { return nil }
        self.init(value)
    }

    private init?(_ value: UInt128) {
        guard value != 0 else { return nil }
        self.value = value
    }

    /// How many bytes a UUID has.
    package static var size: Int { 16 }
    /// How many bytes the kernel's text has.
    static var textSize: Int { 37 }
}
