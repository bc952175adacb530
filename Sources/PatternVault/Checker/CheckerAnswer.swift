package import PatternGrid

/// What the checker says, as one frame on its standard output.
///
/// ```
///   0  "PAMPAT-1"
///   8  code
///   9  number, 8 bytes, little-endian
///  17  length of the text
///  18  text for the log
/// ```
package enum CheckerAnswer: Equatable, Sendable {
    /// The account may try, on this grid.
    case ready(Grid)
    /// The text is the pattern; before it came so many wrong tries.
    case right(wrongBefore: Int)
    /// It is not.
    case wrong
    /// The pattern is locked.
    case locked(Lock)
    /// The account has no credential.
    case notEnrolled
    /// The password is due before a pattern may be used.
    case strongFactorDue
    /// The store, the settings or libcrypt can't be used, in words for the log.
    case unusable([UInt8])
    /// The checker itself may not read the store.
    case noRights
    /// The request is not one of the caller's own, or none at all, in words for the log.
    case refused([UInt8])

    /// The most bytes a frame has.
    package static var maximumSize: Int { headerSize + maximumTextLength }

    private static var magic: StaticString { "PAMPAT-1" }
    private static var headerSize: Int { 18 }
    private static var maximumTextLength: Int { 200 }

    /// The answer that a verdict stands for.
    package init(_ verdict: Verdict) {
        switch verdict {
        case .right(let wrongBefore): self = .right(wrongBefore: wrongBefore)
        case .wrong: self = .wrong
        case .locked(let lock): self = .locked(lock)
        case .notEnrolled: self = .notEnrolled
        case .refused(.strongFactorDue): self = .strongFactorDue
        case .storeUnusable(let error) where error.problem == .system(.accessDenied): self = .noRights
        default: self = .unusable(verdict.reason)
        }
    }

    /// The frame.
    package var frame: [UInt8] {
        var line = Line(CheckerAnswer.magic)
        let (code, number, text) = parts
        line.add(byte: code)
        line.add(littleEndian: UInt64(clamping: number))
        let shown = Array(text.prefix(CheckerAnswer.maximumTextLength))
        line.add(byte: UInt8(clamping: shown.count))
        line.add(shown)
        return line.bytes
    }

    private var parts: (code: UInt8, number: Int, text: [UInt8]) {
        switch self {
        case .ready(let grid): (1, grid.side, [])
        case .right(let wrongBefore): (2, wrongBefore, [])
        case .wrong: (3, 0, [])
        case .locked(.seconds(let seconds)): (4, max(seconds, 1), [])
        case .locked(.untilStrongFactor): (4, 0, [])
        case .notEnrolled: (5, 0, [])
        case .strongFactorDue: (6, 0, [])
        case .unusable(let text): (7, 0, text)
        case .noRights: (8, 0, [])
        case .refused(let text): (9, 0, text)
        }
    }

    /// Reads a frame; nil for anything but exactly one.
    package init?(parsing frame: Span<UInt8>) {
        guard frame.count >= CheckerAnswer.headerSize, frame.starts(with: CheckerAnswer.magic) else {
            return nil
        }
        var bits: UInt64 = 0
        for index in (9..<17).reversed() { bits = bits << 8 | UInt64(frame[index]) }
        let number = Int(clamping: bits)
        let text = frame.extracting(CheckerAnswer.headerSize..<frame.count)
        guard text.count == Int(frame[17]), text.count <= CheckerAnswer.maximumTextLength else { return nil }
        switch frame[8] {
        case 1:
            guard let grid = Grid(side: number) else { return nil }
            self = .ready(grid)
        case 2: self = .right(wrongBefore: number)
        case 3: self = .wrong
        case 4: self = .locked(number == 0 ? .untilStrongFactor : .seconds(number))
        case 5: self = .notEnrolled
        case 6: self = .strongFactorDue
        case 7: self = .unusable(text.array)
        case 8: self = .noRights
        case 9: self = .refused(text.array)
        default: return nil
        }
    }

    /// Whether a frame has begun that more bytes may complete.
    static func isIncomplete(_ frame: Span<UInt8>) -> Bool {
        frame.count < headerSize || frame.count < headerSize + Int(frame[17])
    }
}
