/// A colour that lets nothing through.
package struct Colour: Equatable, Sendable {
    /// Red, green and blue, each 0 to 1, as sRGB has them.
    package let red, green, blue: Double

    /// Makes a colour of a number as in `#rrggbb`.
    package init(_ number: UInt32) {
        red = Double(number >> 16 & 0xff) / 255
        green = Double(number >> 8 & 0xff) / 255
        blue = Double(number & 0xff) / 255
    }

    /// As style sheets have it, `#rrggbb`.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef")
        return [red, green, blue].reduce(into: "#") { text, part in
            let byte = Int((part * 255).rounded())
            text += "\(digits[byte / 16])\(digits[byte % 16])"
        }
    }
}
