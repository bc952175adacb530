internal import CLinux
internal import Languages
internal import PatternVault

/// Lines of standard input, where scripts give patterns.
struct Input: ~Copyable {
    /// A line, or why there is none.
    enum Line: ~Copyable {
        /// The line, without a line feed or a carriage return before it.
        case text(Secret)
        /// More than ``longest`` bytes; all of it was skipped.
        case tooLong
        /// The end of the input.
        case end
    }

    /// The longest line that is taken, in bytes.
    static let longest = 64 * 1024

    /// Whether a person types on standard input.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    private let memory: WipedMemory
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    /// Takes memory for a line.
    init() throws(Failure) {
        guard let memory = WipedMemory(size: Input.longest + 1) else {
            throw Failure(.refused, say("no memory for standard input"))
        }
        self.memory = memory
    }

    /// Reads the next line.
    mutating func line() throws(Failure) -> Line {
        var isTooLong = false
        while true {
            if let length = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = isTooLong ? Line.tooLong : .text(try take(length))
                start += length + 1
                return line
            }
            if isAtEnd {
                let length = end - start
                guard length > 0 || isTooLong else { return .end }
                let line = isTooLong ? Line.tooLong : .text(try take(length))
                start = end
                return line
            }
            isTooLong = try fill() || isTooLong
        }
    }

    /// Reads the one line that there must be.
    mutating func onlyLine() throws(Failure) -> Secret {
        let advice = say("give exactly one line, the pattern, on standard input")
        switch try line() {
        case .text(let text):
            guard case .end = try line() else {
                throw Failure(.refused, say("more than one line; %1", advice))
            }
            return text
        case .tooLong: throw Failure(.refused, say("the line is too long; %1", advice))
        case .end: throw Failure(.refused, say("no pattern; %1", advice))
        }
    }

    private var unread: Span<UInt8> {
        @_lifetime(borrow self) get {
            // SAFETY: `start` and `end` stay within the memory, which lives as long as `self`.
            let bytes = unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: UInt8.self))
            return unsafe _overrideLifetime(
                Span(_unsafeStart: bytes + start, count: end - start), borrowing: self)
        }
    }

    private func take(_ length: Int) throws(Failure) -> Secret {
        var line = unread.extracting(0..<length)
        if length > 0, line[length - 1] == UInt8(ascii: "\r") {
            line = line.extracting(0..<(length - 1))
        }
        guard let text = Secret(copying: line) else { throw Failure(.refused, say("no memory for a line")) }
        return text
    }

    /// Reads more behind what is there, which is moved to the front; true when there was no room, and
    /// the line was dropped.
    private mutating func fill() throws(Failure) -> Bool {
        let isFull = start == 0 && end == memory.size
        if isFull {
            (start, end) = (0, 0)
        } else if start > 0 {
            // SAFETY: both areas lie within the memory; memmove allows them to overlap.
            unsafe memmove(memory.pointer, memory.pointer + start, end - start)
            (start, end) = (0, end - start)
        }
        // SAFETY: `size - end` bytes lie behind `end`.
        let count = unsafe linux_read(STDIN_FILENO, memory.pointer + end, memory.size - end)
        if count == -Int(EINTR) { return isFull }
        guard count >= 0 else {
            throw Failure(.refused, say("standard input: can't be read (%1)", Errno(CInt(-count)).text))
        }
        isAtEnd = count == 0
        end += count
        return isFull
    }
}
