/// The colours of a pad.
package struct Palette: Equatable, Sendable {
    /// Behind everything.
    package let background: Colour
    /// Words, and the ring around the node that has the focus.
    package let text: Colour
    /// The line below the pad.
    package let status: Colour
    /// Nodes that were not visited.
    package let dot: Colour
    /// The line and the nodes on it.
    package let line: Colour
    /// Around visited nodes.
    package let halo: Colour
    /// What is right, and around its nodes.
    package let right, rightHalo: Colour
    /// What is wrong, and around its nodes.
    package let wrong, wrongHalo: Colour
}

extension Palette {
    /// Dark on light.
    package static let light = Palette(
        background: Colour(0xfafafa), text: Colour(0x202124), status: Colour(0x5f6368), dot: Colour(0x5f6368),
        line: Colour(0x1a66d1), halo: Colour(0xd3e3fb), right: Colour(0x187038), rightHalo: Colour(0xcfe9d6),
        wrong: Colour(0xb3261e), wrongHalo: Colour(0xf6d3d0))

    /// Light on dark.
    package static let dark = Palette(
        background: Colour(0x202124), text: Colour(0xe8eaed), status: Colour(0xbdc1c6), dot: Colour(0xbdc1c6),
        line: Colour(0x8ab4f8), halo: Colour(0x34435c), right: Colour(0x81c995), rightHalo: Colour(0x2f4a38),
        wrong: Colour(0xf28b82), wrongHalo: Colour(0x5a3434))

    /// Dark on light, for eyes that need it.
    package static let contrastLight = Palette(
        background: Colour(0xffffff), text: Colour(0x000000), status: Colour(0x000000), dot: Colour(0x000000),
        line: Colour(0x0000a8), halo: Colour(0xffffff), right: Colour(0x004d00), rightHalo: Colour(0xffffff),
        wrong: Colour(0x8b0000), wrongHalo: Colour(0xffffff))

    /// Light on dark, for eyes that need it.
    package static let contrastDark = Palette(
        background: Colour(0x000000), text: Colour(0xffffff), status: Colour(0xffffff), dot: Colour(0xffffff),
        line: Colour(0xffe900), halo: Colour(0x000000), right: Colour(0x7dff9a), rightHalo: Colour(0x000000),
        wrong: Colour(0xff9d94), wrongHalo: Colour(0x000000))

    /// The colours that go with a desktop's theme.
    ///
    /// - Parameters:
    ///   - theme: The theme's name, such as `Adwaita`, `HighContrastInverse` or `Default-hc-dark`.
    ///   - override: The value of GTK_THEME, `NAME` or `NAME:dark`, which wins.
    ///   - prefersDark: The dark variant is asked for.
    package static func of(theme: String, override: String? = nil, prefersDark: Bool) -> Palette {
        var name = theme
        var isDark = prefersDark
        if let override, !override.isEmpty {
            let parts = override.split(separator: ":", omittingEmptySubsequences: false)
            name = String(parts[0])
            isDark = parts.count > 1 && parts[1] == "dark"
        }
        let words = name.lowercased()
        isDark = isDark || words.hasSuffix("-dark") || words == "highcontrastinverse"
        let isHigh = words.hasPrefix("highcontrast") || words.split(separator: "-").contains("hc")
        return isHigh ? (isDark ? contrastDark : contrastLight) : (isDark ? dark : light)
    }

    /// What GTK's own widgets need to know of it.
    package var styleSheet: String {
        """
        window.pattern { background: \(background.hexadecimal); color: \(text.hexadecimal); }
        window.pattern .title { font-size: 120%; font-weight: bold; }
        window.pattern .plain { color: \(status.hexadecimal); }
        window.pattern .right { color: \(right.hexadecimal); }
        window.pattern .wrong { color: \(wrong.hexadecimal); font-weight: bold; }
        window.pattern .node { min-width: 0; min-height: 0; padding: 0; border: none; }
        """
    }
}
