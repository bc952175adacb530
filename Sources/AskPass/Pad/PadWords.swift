internal import Languages
internal import PatternGrid
internal import PatternStroke

/// What the pad says; the same as the one on a terminal says, where there is room.
enum PadWords {
    /// The line above the pad.
    static func title(_ options: PadOptions, again: Bool) -> String {
        if again { return say("Draw the same again") }
        // "Pattern" is the window's title already.
        if let prompt = options.prompt, prompt != "Pattern" {
            return prompt == "Pattern or password" ? say("Pattern or password") : prompt
        }
        return options.confirms ? say("Draw a new pattern") : say("Draw your pattern")
    }

    /// The module's own words for what was wrong, in the person's language.
    static func shown(_ message: String) -> String {
        switch message {
        case "Wrong.": say("Wrong.")
        case "Too short.": say("Too short.")
        default: message
        }
    }

    private static var least: String { "\(Grid.minimumLength)" }

    /// The line below the pad.
    static func status(_ hint: Hint, message: String?, isChoosing: Bool, entersNode: Bool) -> Status {
        switch hint {
        case .draw: Status(isChoosing ? say("Join at least %1 dots.", least) : "")
        case .lift: Status(say("Let go to finish."))
        case .goOn where entersNode: Status(say("Enter takes this dot."))
        case .goOn: Status(say("Enter when done."))
        case .wait, .locked: Status("")
        case .right: Status(say("The same. Done."), .right)
        case .wrong(.tooShort): Status(say("Too short: at least %1 dots.", least), .wrong)
        case .wrong(.wrong):
            Status(message.map(shown) ?? say("Not the same. Draw the first one again."), .wrong)
        case .tooSmall: Status(say("Too small to draw in; the keys still work."))
        }
    }

    /// What a screen reader says for a node.
    static func name(of node: Node, on grid: Grid) -> String {
        let (row, column) = (grid.row(of: node), grid.column(of: node))
        guard grid == .phone else {
            return say("Dot %1, row %2, column %3", "\(node.number)", "\(row + 1)", "\(column + 1)")
        }
        let dot = "\(node.number)"
        let places = [
            [say("Dot %1, top left", dot), say("Dot %1, top", dot), say("Dot %1, top right", dot)],
            [say("Dot %1, left", dot), say("Dot %1, centre", dot), say("Dot %1, right", dot)],
            [say("Dot %1, bottom left", dot), say("Dot %1, bottom", dot), say("Dot %1, bottom right", dot)],
        ]
        return places[row][column]
    }
}
