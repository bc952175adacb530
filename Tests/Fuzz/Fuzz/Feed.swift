/// A fuzzer's bytes, taken apart: choices from the end, texts from the front.
///
/// So a text keeps its place when a choice is added, and what a person reads stands together. Total:
/// where there is nothing left, choices are 0 and texts empty.
struct Feed {
    private let bytes: [UInt8]
    private var start = 0
    private var end: Int

    /// What ends a text: no text that matters holds it.
    private static let separator: UInt8 = 0xff

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }

    /// How many bytes are left.
    var count: Int { end - start }

    /// A byte.
    mutating func byte() -> UInt8 {
        guard end > start else { return 0 }
        end -= 1
        return bytes[end]
    }

    /// A number from 0 to `count` - 1, at most 255.
    mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

    /// True for one in so many bytes.
    mutating func flag(oneIn count: Int) -> Bool { choice(count) == count - 1 }

    /// A number, often a small or a large one.
    mutating func number() -> UInt64 {
        switch choice(4) {
        case 0: return UInt64(byte())
        case 1: return UInt64.max - UInt64(byte())
        case 2: return UInt64(byte()) << 8 | UInt64(byte())
        default: return (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
        }
    }

    /// One of these.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[choice(elements.count)] }

    /// The bytes up to the next separator, or all that are left.
    mutating func text() -> [UInt8] {
        let rest = bytes[start..<end]
        let length = rest.firstIndex(of: Feed.separator).map { $0 - start } ?? rest.count
        defer { start = min(start + length + 1, end) }
        return Array(rest.prefix(length))
    }

    /// The same without bytes that end a C string.
    mutating func string() -> [UInt8] { text().filter { $0 != 0 } }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { start = end }
        return Array(bytes[start..<end])
    }
}
