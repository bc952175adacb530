import Foundation

/// Looks for bytes in all of this process's writable memory, through the file `/proc/self/mem`.
///
/// Reading freed memory through a pointer is undefined; through the file it is a plain read. What is
/// looked for is given scrambled, so that the search does not find its own copy; the one plain copy
/// lies, with the buffer, in a mapping that is left out.
@safe struct MemorySearch: ~Copyable {
    private let area: UnsafeMutableRawPointer
    private let needleSize: Int
    private let memory: FileHandle
    private var ranges: [Range<UInt>] = []

    private static var bufferSize: Int { 1 << 20 }
    private static var areaSize: Int { bufferSize + 4_096 }

    /// What scrambles a byte.
    static var scramble: UInt8 { 0x5a }

    /// Prepares to look for bytes, each of which is given XORed with ``scramble``.
    init(scrambled needle: [UInt8]) throws {
        let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
        let mapping = unsafe mmap(
            nil, Self.areaSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { throw Unexpected.nothing }
        unsafe area = mapping
        self.memory = memory
        needleSize = needle.count
        for (index, byte) in needle.enumerated() {
            // SAFETY: the needle is far shorter than the 4096 bytes behind the buffer.
            unsafe (area + Self.bufferSize + index).storeBytes(of: byte ^ Self.scramble, as: UInt8.self)
        }
    }

    deinit {
        // SAFETY: nobody else has the mapping.
        unsafe munmap(area, Self.areaSize)
    }

    /// How many places hold the bytes now.
    mutating func count() throws -> Int {
        ranges = try Self.writableRanges()
        return countAgain()
    }

    /// How many places of those that ``count()`` looked at hold the bytes now.
    ///
    /// Takes no memory: what was just freed is still there, and nothing new is written over it.
    func countAgain() -> Int {
        var found = 0
        for range in ranges where !range.contains(unsafe UInt(bitPattern: area)) {
            var start = range.lowerBound
            while start < range.upperBound {
                let size = min(Self.bufferSize, Int(range.upperBound - start))
                // SAFETY: the buffer has `bufferSize` bytes. Some mappings can't be read; they hold nothing.
                let moved = unsafe pread(memory.fileDescriptor, area, size, off_t(start))
                guard moved > needleSize else { break }
                found += places(among: moved)
                // Pieces overlap, so that a border cuts nothing in two.
                start += UInt(moved == size && size == Self.bufferSize ? moved - needleSize + 1 : moved)
            }
        }
        return found
    }

    /// The places in the buffer's first `size` bytes at which the needle begins.
    private func places(among size: Int) -> Int {
        let needle = unsafe area + Self.bufferSize
        let first = unsafe CInt(needle.load(as: UInt8.self))
        var (found, start) = (0, 0)
        // SAFETY: the buffer and the needle lie in the mapping; nothing is read behind `size`.
        while start + needleSize <= size,
            let place = unsafe memchr(area + start, first, size - needleSize - start + 1)
        {
            if unsafe memcmp(place, needle, needleSize) == 0 { found += 1 }
            start = unsafe place - area + 1
        }
        return found
    }

    private static func writableRanges() throws -> [Range<UInt>] {
        let lines = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
        return lines.compactMap { line in
            let fields = line.split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return fields[1].hasPrefix("rw") && ends.count == 2 ? ends[0]..<ends[1] : nil
        }
    }
}
