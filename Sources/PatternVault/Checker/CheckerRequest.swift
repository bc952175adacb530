internal import PatternGrid

/// What the module asks of the checker, as one frame on the checker's standard input.
///
/// ```
///   0  "pampat-1"
///   8  "a" to ask whether an account may try, "t" to try
///   9  uid, 4 bytes, little-endian
///  13  length of the canonical text, 0 when asking
///  14  canonical text
/// ```
/// A frame is far below PIPE_BUF, so that it fits into an empty pipe at once.
package enum CheckerRequest: ~Copyable {
    /// May this account try, and on which grid?
    case ask(uid: UInt32)
    /// Count a try, and say whether this canonical text is the pattern.
    case attempt(uid: UInt32, text: Secret)

    /// The account that it is about.
    package var uid: UInt32 {
        switch self {
        case .ask(let uid): uid
        case .attempt(let uid, _): uid
        }
    }

    /// The most bytes a frame has.
    package static var maximumSize: Int { headerSize + Grid.maximumTextLength }

    private static var magic: StaticString { "pampat-1" }
    private static var headerSize: Int { 14 }

    /// The frame that asks; nil when there is no memory.
    package static func frame(askingFor uid: UInt32) -> Secret? {
        Secret(capacity: headerSize) { writeHeader("a", uid, length: 0, into: &$0) }
    }

    /// The frame that tries a canonical text; nil when there is no memory.
    package static func frame(trying text: borrowing Secret, uid: UInt32) -> Secret? {
        let text = text.span
        return Secret(capacity: headerSize + text.count) { output in
            writeHeader("t", uid, length: UInt8(clamping: text.count), into: &output)
            for index in text.indices { output.append(text[index]) }
        }
    }

    /// Reads a frame; nil for anything but exactly one: short, long, of another version, or with a
    /// text that is not in canonical form.
    package static func parse(_ frame: Span<UInt8>) -> CheckerRequest? {
        guard frame.count >= headerSize, frame.starts(with: magic) else { return nil }
        var uid: UInt32 = 0
        for index in (9..<13).reversed() { uid = uid << 8 | UInt32(frame[index]) }
        let text = frame.extracting(headerSize..<frame.count)
        guard text.count == Int(frame[13]) else { return nil }
        switch frame[8] {
        case UInt8(ascii: "a"):
            return text.isEmpty ? .ask(uid: uid) : nil
        case UInt8(ascii: "t"):
            guard isCanonical(text), let text = Secret(copying: text) else { return nil }
            return .attempt(uid: uid, text: text)
        default:
            return nil
        }
    }

    private static func writeHeader(
        _ kind: Unicode.Scalar, _ uid: UInt32, length: UInt8, into output: inout OutputSpan<UInt8>
    ) {
        for index in 0..<magic.utf8CodeUnitCount {
            // SAFETY: the index is below the text's length.
            unsafe output.append(magic.utf8Start[index])
        }
        output.append(UInt8(ascii: kind))
        for shift in stride(from: 0, to: 32, by: 8) {
            output.append(UInt8(truncatingIfNeeded: uid >> UInt32(shift)))
        }
        output.append(length)
    }

    /// Whether reading and writing a text again gives the same text.
    private static func isCanonical(_ text: Span<UInt8>) -> Bool {
        guard let grid = Grid.prefix(of: text) else { return false }
        do throws(SecretPattern.Failure) {
            let again = try SecretPattern.canonicalText(of: text, keypad: .phone, grid: grid)
            return ConstantTime.equal(again.span, text)
        } catch {
            return false
        }
    }
}
