internal import CLinux

/// Times as people and scripts read them.
enum Time {
    /// Local time to the minute, `2026-11-30 07:52`.
    static func local(_ seconds: Int) -> String { format(seconds, local: true) }

    /// UTC by ISO 8601, `2026-11-30T07:52:00Z`.
    static func universal(_ seconds: Int) -> String { format(seconds, local: false) }

    private static func format(_ seconds: Int, local: Bool) -> String {
        var buffer = [CChar](repeating: 0, count: 32)
        // SAFETY: the buffer has the size that is told.
        guard unsafe linux_format_time(Int64(seconds), local, &buffer, buffer.count) else {
            return String(seconds)
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
