package import PatternStroke

extension PadKey {
    /// The key with an X11 keysym, by which GTK names keys on every display; nil for all others.
    package init?(keysym: UInt32) {
        switch keysym {
        case 0xff1b: self = .cancel
        case 0xff0d, 0xff8d, 0xfe34: self = .enter  // Return, KP_Enter, ISO_Enter
        case 0x20, 0xff80: self = .space
        case 0xff08, 0xffff, 0xff9f: self = .backspace  // and Delete, KP_Delete
        case 0xff51, 0xff96: self = .arrow(.left)
        case 0xff52, 0xff97: self = .arrow(.up)
        case 0xff53, 0xff98: self = .arrow(.right)
        case 0xff54, 0xff99: self = .arrow(.down)
        case 0xffb0...0xffb9: self = .symbol(UInt8(keysym - 0xffb0) + UInt8(ascii: "0"))  // KP_0 to KP_9
        case 0x21...0x7e: self = .symbol(UInt8(keysym))  // Latin-1 letters are their own keysyms
        default: return nil
        }
    }
}
