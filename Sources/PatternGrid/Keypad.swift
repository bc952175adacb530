/// How typed symbols name the nodes of a 3x3 grid.
///
/// Larger grids have more nodes than symbols; there, node numbers are typed on every keypad.
package enum Keypad: Equatable, Sendable, CaseIterable {
    /// 123 above 456 above 789, as on a phone.
    case phone
    /// 789 above 456 above 123, as on the number block of a PC.
    case numpad
    /// qwe above asd above zxc, the left hand's place on a QWERTY keyboard.
    case letters

    /// The name that settings and options use.
    package var name: StaticString {
        switch self {
        case .phone: "phone"
        case .numpad: "numpad"
        case .letters: "letters"
        }
    }

    /// The rows from the top, as a prompt shows them.
    package var map: StaticString {
        switch self {
        case .phone: "123/456/789"
        case .numpad: "789/456/123"
        case .letters: "qwe/asd/zxc"
        }
    }

    /// The node that a byte names on a 3x3 grid, nil for all other bytes.
    ///
    /// Letters count in either case, since Caps Lock does not show where nothing is echoed.
    package func node(for byte: UInt8) -> Node? {
        switch self {
        case .phone:
            return Keypad.digit(byte).map { Node($0) }
        case .numpad:
            // The block's rows run upwards: 7, 8, 9 are nodes 1, 2, 3.
            return Keypad.digit(byte).map { Node(($0 - 1) % 3 + 1 + (2 - ($0 - 1) / 3) * 3) }
        case .letters:
            return Keypad.letter(byte)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
    }

    private static func letter(_ byte: UInt8) -> Node? {
        // Bit 5 tells an ASCII letter's case; setting it makes no other byte a letter of the keypad
        // but the upper-case ones.
        switch byte | 0x20 {
        case UInt8(ascii: "q"): Node(1)
        case UInt8(ascii: "w"): Node(2)
        case UInt8(ascii: "e"): Node(3)
        case UInt8(ascii: "a"): Node(4)
        case UInt8(ascii: "s"): Node(5)
        case UInt8(ascii: "d"): Node(6)
        case UInt8(ascii: "z"): Node(7)
        case UInt8(ascii: "x"): Node(8)
        case UInt8(ascii: "c"): Node(9)
        default: nil
        }
    }
}
