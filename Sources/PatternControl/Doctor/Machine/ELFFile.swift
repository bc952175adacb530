/// The dynamic section of a 64-bit, little-endian ELF file, as far as doctor asks; see elf(5).
struct ELFFile: Equatable {
    /// The libraries that it needs (DT_NEEDED).
    private(set) var needed: [String] = []
    /// Where it would have them looked for (DT_RUNPATH or DT_RPATH); nil for nowhere.
    private(set) var searchPath: String?

    private struct Segment {
        let kind: Int
        let offset: Int
        let address: Int
        let size: Int
    }

    /// Reads a file; nil when it is no whole shared object of that kind.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), ELFFile.number(bytes, at: 16, size: 2) == 3,
            let table = ELFFile.number(bytes, at: 32, size: 8),
            let size = ELFFile.number(bytes, at: 54, size: 2),
            let count = ELFFile.number(bytes, at: 56, size: 2), size >= 56
        else { return nil }
        var segments: [Segment] = []
        for index in 0..<count {
            let start = table + index * size
            guard let kind = ELFFile.number(bytes, at: start, size: 4),
                let offset = ELFFile.number(bytes, at: start + 8, size: 8),
                let address = ELFFile.number(bytes, at: start + 16, size: 8),
                let length = ELFFile.number(bytes, at: start + 32, size: 8)
            else { return nil }
            segments.append(Segment(kind: kind, offset: offset, address: address, size: length))
        }
        guard let dynamic = segments.first(where: { $0.kind == 2 }) else { return nil }
        var entries: [(tag: Int, value: Int)] = []
        for start in stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16) {
            guard let tag = ELFFile.number(bytes, at: start, size: 8),
                let value = ELFFile.number(bytes, at: start + 8, size: 8)
            else { return nil }
            if tag == 0 { break }
            entries.append((tag, value))
        }
        guard let names = entries.first(where: { $0.tag == 5 })?.value,
            let home = segments.first(where: {
                $0.kind == 1 && $0.address <= names && names - $0.address < $0.size
            })
        else { return nil }
        let strings = names - home.address + home.offset
        for entry in entries where [1, 15, 29].contains(entry.tag) {
            guard entry.value <= bytes.count, let text = ELFFile.text(bytes, at: strings + entry.value) else {
                return nil
            }
            if entry.tag == 1 { needed.append(text) } else { searchPath = text }
        }
    }

    /// A number at a place; nil where there is none, or it is larger than any file.
    private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        var number: UInt64 = 0
        for byte in bytes[start..<(start + size)].reversed() { number = number << 8 | UInt64(byte) }
        return number < 1 << 48 || size < 8 ? Int(truncatingIfNeeded: number) : nil
    }

    private static func text(_ bytes: [UInt8], at start: Int) -> String? {
        guard bytes.indices.contains(start), let end = bytes[start...].firstIndex(of: 0) else { return nil }
        return String(bytes: Array(bytes[start..<end]))
    }
}
