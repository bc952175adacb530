internal import PatternGrid
internal import PatternStroke

/// What the pad says.
enum PadWords {
    /// The line above the pad.
    static func prompt(_ options: PadOptions, again: Bool) -> String {
        if again { return "Draw the same again" }
        if let prompt = options.prompt { return title(prompt) }
        return options.isChoosing ? "Draw a new pattern" : "Draw your pattern"
    }

    /// A prompt as a title: PAM's end with a colon and a blank.
    static func title(_ prompt: String) -> String {
        prompt.without(trailing: [UInt8(ascii: " "), UInt8(ascii: ":")])
    }

    /// Which keys there are.
    static func help(_ options: PadOptions) -> String {
        let symbols =
            switch (options.grid, options.keypad) {
            case (.phone, .phone): "1-9, "
            case (.phone, _): "\(options.keypad.map), "
            default: ""
            }
        return "Mouse, \(symbols)or arrows and Space.  Enter: done  Backspace: undo  Esc: cancel"
    }

    /// How things stand: in full, and for narrow screens.
    static func status(_ hint: Hint, isChoosing: Bool, entersNode: Bool, hasHelp: Bool) -> [String] {
        switch hint {
        case .draw:
            isChoosing
                ? ["Join at least \(Grid.minimumLength) dots.", "\(Grid.minimumLength) dots or more"]
                : [hasHelp ? "" : "Esc cancels."]
        case .lift: ["Let go to finish."]
        case .goOn where entersNode: ["Enter takes this dot.", "Enter takes it."]
        case .goOn: ["Enter when done.", "Enter: done"]
        case .wait, .locked: [""]
        case .right: ["The same. Done.", "Done."]
        case .wrong(.tooShort):
            ["Too short: at least \(Grid.minimumLength) dots.", "Too short: \(Grid.minimumLength) dots"]
        case .wrong(.wrong): ["Not the same. Draw the first one again.", "Not the same."]
        case .tooSmall: ["Too small to draw in; the keys still work.", "Too small; use keys"]
        }
    }
}
