internal import Languages
internal import PatternGrid
internal import PatternStroke

/// What the pad says.
enum PadWords {
    /// The line above the pad.
    static func prompt(_ options: PadOptions, again: Bool) -> String {
        if again { return say("Draw the same again") }
        if let prompt = options.prompt { return title(prompt) }
        return options.isChoosing ? say("Draw a new pattern") : say("Draw your pattern")
    }

    /// A prompt as a title: PAM's end with a colon and a blank. The module does not translate what it asks,
    /// so that pads can tell what it is; the person gets it in their language.
    static func title(_ prompt: String) -> String {
        let title = prompt.without(trailing: [UInt8(ascii: " "), UInt8(ascii: ":")])
        return title.equals("Pattern") ? say("Pattern") : title
    }

    /// What went wrong before; the module's own words in the person's language.
    static func message(_ message: String) -> String {
        if message.equals("Wrong.") { return say("Wrong.") }
        return message.equals("Too short.") ? say("Too short.") : message
    }

    /// Which keys there are.
    static func help(_ options: PadOptions) -> String {
        let symbols =
            switch (options.grid, options.keypad) {
            case (.phone, .phone): "1-9, "
            case (.phone, _): "\(options.keypad.map), "
            default: ""
            }
        // Translators: %1 is empty or, with a comma and a blank behind it, what can be typed, as in "1-9, ".
        return say("Mouse, %1or arrows and Space.  Enter: done  Backspace: undo  Esc: cancel", symbols)
    }

    /// How to get to the password.
    static var usePassword: String { say("Enter: use the password.") }

    private static var least: String { "\(Grid.minimumLength)" }

    /// How things stand: in full, and for narrow screens.
    static func status(
        _ hint: Hint, isChoosing: Bool, entersNode: Bool, enterIsPassword: Bool, hasHelp: Bool
    ) -> [String] {
        switch hint {
        case .draw where enterIsPassword: [usePassword, say("Enter: password")]
        case .draw:
            isChoosing
                ? [say("Join at least %1 dots.", least), say("%1 dots or more", least)]
                : [hasHelp ? "" : say("Esc cancels.")]
        case .lift: [say("Let go to finish.")]
        case .goOn where entersNode: [say("Enter takes this dot."), say("Enter takes it.")]
        case .goOn: [say("Enter when done."), say("Enter: done")]
        case .wait, .locked: [""]
        case .right: [say("The same. Done."), say("Done.")]
        case .wrong(.tooShort):
            [say("Too short: at least %1 dots.", least), say("Too short: %1 dots", least)]
        case .wrong(.wrong): [say("Not the same. Draw the first one again."), say("Not the same.")]
        case .tooSmall: [say("Too small to draw in; the keys still work."), say("Too small; use keys")]
        }
    }
}
