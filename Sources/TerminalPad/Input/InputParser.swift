internal import PatternStroke

/// Makes inputs of a terminal's bytes. Total: any bytes may come, in any pieces.
///
/// Both codings of the mouse are understood at any time, and arrows in both modes of the cursor keys,
/// whatever terminfo says: terminals, multiplexers and TERM often disagree.
package struct InputParser: Sendable {
    private enum State: Equatable {
        case ground
        case escape
        /// After `ESC [`.
        case control
        /// After `ESC O`.
        case single
        /// After `ESC [ M`: three bytes follow.
        case oldMouse
        /// After `ESC [ [`, a function key of the Linux console: one byte follows.
        case console
    }

    private var state = State.ground
    private var collected: [UInt8] = []

    /// The longest sequence that is looked at; longer ones are skipped.
    private static let longest = 32
    private static let escape: UInt8 = 0x1b

    /// Starts with nothing read.
    package init() {}

    /// Whether a sequence has begun that may be over, if nothing comes: a lone Esc.
    package var isWaiting: Bool { state != .ground }

    /// Takes a byte; nil when it makes nothing (yet).
    package mutating func take(_ byte: UInt8) -> Input? {
        switch state {
        case .ground:
            guard byte == InputParser.escape else { return .byte(byte) }
            state = .escape
            return nil
        case .escape:
            return begin(byte)
        case .control:
            return control(byte)
        case .single:
            state = .ground
            return InputParser.single(byte)
        case .console:
            state = .ground
            return nil
        case .oldMouse:
            collected.append(byte)
            guard collected.count == 3 else { return nil }
            state = .ground
            let numbers = collected.map { Int($0) - 32 }
            return MouseReport(bits: numbers[0], column: numbers[1], row: numbers[2], isRelease: false)
                .map { .mouse($0) }
        }
    }

    /// Nothing came for a while: a lone Esc was the key, a half sequence is dropped.
    package mutating func timeOut() -> Input? {
        defer { state = .ground }
        return state == .escape ? .escape : nil
    }

    private mutating func begin(_ byte: UInt8) -> Input? {
        collected = []
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .single
        // Twice Esc: the first was meant by itself.
        case InputParser.escape: return .escape
        // Alt and a key; nothing here has a meaning with Alt.
        default: state = .ground
        }
        return nil
    }

    private mutating func control(_ byte: UInt8) -> Input? {
        // Parameters and intermediates, then a final byte (ECMA-48, 5.4).
        switch byte {
        case 0x20...0x3f:
            if collected.count <= InputParser.longest { collected.append(byte) }
            return nil
        case UInt8(ascii: "[") where collected.isEmpty:
            state = .console
            return nil
        case UInt8(ascii: "M") where collected.isEmpty:
            state = .oldMouse
            return nil
        case InputParser.escape:
            state = .escape
            return nil
        default:
            state = .ground
            guard collected.count <= InputParser.longest else { return nil }
            return finish(byte)
        }
    }

    private func finish(_ final: UInt8) -> Input? {
        switch final {
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            guard collected.first == UInt8(ascii: "<") else { return nil }
            let numbers = InputParser.numbers(collected.dropFirst())
            guard numbers.count == 3 else { return nil }
            return MouseReport(
                bits: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m")
            ).map { .mouse($0) }
        case UInt8(ascii: "~"):
            return InputParser.numbers(collected[...]).first == 3 ? .delete : nil
        default:
            return InputParser.arrow(final)
        }
    }

    /// `ESC O` and a letter: arrows and the number block, in their application modes.
    private static func single(_ byte: UInt8) -> Input? {
        switch byte {
        case UInt8(ascii: "M"): .byte(UInt8(ascii: "\r"))
        case UInt8(ascii: "p")...UInt8(ascii: "y"):
            .byte(byte - UInt8(ascii: "p") + UInt8(ascii: "0"))
        default: arrow(byte)
        }
    }

    private static func arrow(_ byte: UInt8) -> Input? {
        switch byte {
        case UInt8(ascii: "A"): .arrow(.up)
        case UInt8(ascii: "B"): .arrow(.down)
        case UInt8(ascii: "C"): .arrow(.right)
        case UInt8(ascii: "D"): .arrow(.left)
        default: nil
        }
    }

    /// Decimal numbers with semicolons between them; none when there is anything else.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        var numbers = [0]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"): numbers.append(0)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // No screen has more columns than that.
                let number = numbers.removeLast() * 10 + Int(byte - UInt8(ascii: "0"))
                numbers.append(min(number, 100_000))
            default: return []
            }
        }
        return numbers
    }
}
