internal import PatternGrid
internal import PatternStroke

/// What the pad says; the same as the one on a terminal says, where there is room.
enum PadWords {
    /// The line above the pad.
    static func title(_ options: PadOptions, again: Bool) -> String {
        if again { return "Draw the same again" }
        // "Pattern" is the window's title already.
        if let prompt = options.prompt, prompt != "Pattern" { return prompt }
        return options.confirms ? "Draw a new pattern" : "Draw your pattern"
    }

    /// The line below the pad.
    static func status(_ hint: Hint, message: String?, isChoosing: Bool, entersNode: Bool) -> Status {
        switch hint {
        case .draw: Status(isChoosing ? "Join at least \(Grid.minimumLength) dots." : "")
        case .lift: Status("Let go to finish.")
        case .goOn where entersNode: Status("Enter takes this dot.")
        case .goOn: Status("Enter when done.")
        case .wait, .locked: Status("")
        case .right: Status("The same. Done.", .right)
        case .wrong(.tooShort): Status("Too short: at least \(Grid.minimumLength) dots.", .wrong)
        case .wrong(.wrong): Status(message ?? "Not the same. Draw the first one again.", .wrong)
        case .tooSmall: Status("Too small to draw in; the keys still work.")
        }
    }

    /// What a screen reader says for a node.
    static func name(of node: Node, on grid: Grid) -> String {
        let (row, column) = (grid.row(of: node), grid.column(of: node))
        guard grid == .phone else {
            return "Dot \(node.number), row \(row + 1), column \(column + 1)"
        }
        let places = [
            ["top left", "top", "top right"], ["left", "centre", "right"],
            ["bottom left", "bottom", "bottom right"],
        ]
        return "Dot \(node.number), \(places[row][column])"
    }
}
