internal import PatternGrid
internal import PatternVault

/// What the person is asked.
enum Prompt {
    /// The prompt for a credential on a grid.
    ///
    /// A larger grid is named in it, `Pattern (4x4): `, where pads read it; with `cue` the keypad of a
    /// 3x3 grid is shown, `Pattern (123/456/789): `.
    static func text(_ settings: Settings, grid: Grid) -> [UInt8] {
        let plain = settings.prompt ?? standard(settings)
        var detail = Line()
        if grid != .phone {
            detail.add(Array(capacity: 3) { grid.writeName(into: &$0) })
        } else if settings.cue {
            detail.add(settings.keypad.map)
        } else {
            return plain
        }
        // The detail goes before the colon and blanks that end the prompt.
        var end = plain.count
        while end > 0, plain[end - 1] == UInt8(ascii: " ") || plain[end - 1] == UInt8(ascii: ":") {
            end -= 1
        }
        var line = Line()
        line.add(Array(plain[..<end]))
        line.add(" (")
        line.add(detail.bytes)
        line.add(")")
        line.add(end == plain.count ? [UInt8(ascii: " ")] : Array(plain[end...]))
        return line.bytes
    }

    private static func standard(_ settings: Settings) -> [UInt8] {
        Line(settings.forwardPass == .anything ? "Pattern or password: " : "Pattern: ").bytes
    }
}

extension Prompt {
    /// What stands in front of the prompt when it comes again; nil for a verdict that ends the call.
    static func reasonToAskAgain(after verdict: Verdict) -> StaticString? {
        switch verdict {
        case .wrong: "Wrong. "
        case .typed(.tooShort): "Too short. "
        default: nil
        }
    }
}
