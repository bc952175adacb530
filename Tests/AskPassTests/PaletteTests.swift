import Testing

@testable import AskPass

@Suite("Colours that can be told apart")
struct PaletteTests {
    static let all: [(name: String, palette: Palette)] = [
        ("light", .light), ("dark", .dark), ("high contrast", .contrastLight),
        ("high contrast, dark", .contrastDark),
    ]

    /// WCAG 2.1, 1.4.3: the relative luminance of sRGB.
    private func luminance(_ colour: Colour) -> Double {
        func linear(_ part: Double) -> Double {
            // A power without libm's pow: (x^2.4) by squaring and roots, x^2.4 = x^2 * (x^2)^(1/5).
            guard part > 0.04045 else { return part / 12.92 }
            let base = (part + 0.055) / 1.055
            var root = base
            for _ in 0..<60 {
                let fourth = root * root * root * root
                root -= (fourth * root - base * base) / (5 * fourth)
            }
            return base * base * root
        }
        return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
    }

    private func contrast(_ one: Colour, _ other: Colour) -> Double {
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test("The measure itself: black on white is 21, #777 on white 4.48")
    func measure() {
        #expect(abs(contrast(Colour(0), Colour(0xffffff)) - 21) < 0.001)
        #expect(abs(contrast(Colour(0x777777), Colour(0xffffff)) - 4.48) < 0.01)
    }

    @Test("Text, 4.5 to 1", arguments: all)
    func text(name: String, palette: Palette) {
        for colour in [palette.text, palette.status, palette.right, palette.wrong] {
            #expect(contrast(colour, palette.background) >= 4.5, "\(name): \(colour.hexadecimal)")
        }
    }

    @Test("Dots and lines, 3 to 1, also on what is around them", arguments: all)
    func shapes(name: String, palette: Palette) {
        for colour in [palette.dot, palette.line, palette.right, palette.wrong] {
            #expect(contrast(colour, palette.background) >= 3, "\(name): \(colour.hexadecimal)")
        }
        for (colour, halo) in [
            (palette.line, palette.halo), (palette.right, palette.rightHalo),
            (palette.wrong, palette.wrongHalo),
        ] {
            #expect(contrast(colour, halo) >= 3, "\(name): \(colour.hexadecimal) on \(halo.hexadecimal)")
        }
    }

    @Test("High contrast, 7 to 1")
    func highContrast() {
        for palette in [Palette.contrastLight, .contrastDark] {
            for colour in [palette.text, palette.dot, palette.line, palette.right, palette.wrong] {
                #expect(contrast(colour, palette.background) >= 7, "\(colour.hexadecimal)")
            }
        }
    }

    @Test(
        "Which colours go with which theme",
        arguments: [
            ("Default", nil, false, Palette.light), ("Adwaita", nil, true, .dark), ("", nil, false, .light),
            ("Adwaita-dark", nil, false, .dark), ("Yaru-dark", nil, false, .dark),
            ("HighContrast", nil, false, .contrastLight), ("HighContrast", nil, true, .contrastDark),
            ("HighContrastInverse", nil, false, .contrastDark), ("Default-hc", nil, false, .contrastLight),
            ("Default-hc-dark", nil, false, .contrastDark),
            ("Adwaita", "Adwaita:dark", false, .dark), ("Adwaita", "HighContrast", false, .contrastLight),
            // GTK_THEME wins, variant included; an empty one is none.
            ("HighContrast", "Adwaita", true, .light), ("Adwaita-dark", "", false, .dark),
        ] as [(String, String?, Bool, Palette)])
    func themes(theme: String, override: String?, prefersDark: Bool, expected: Palette) {
        #expect(Palette.of(theme: theme, override: override, prefersDark: prefersDark) == expected)
    }

    @Test("Colours as style sheets have them")
    func hexadecimal() {
        #expect(Colour(0x0a66d1).hexadecimal == "#0a66d1")
        #expect(Palette.light.styleSheet.contains("background: #fafafa; color: #202124;"))
    }
}
