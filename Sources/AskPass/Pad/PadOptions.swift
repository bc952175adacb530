package import PatternGrid
internal import PatternStroke

/// What a pad is to ask for, and how.
package struct PadOptions: Equatable, Sendable {
    /// The grid to draw on.
    package var grid = Grid.phone
    /// How typed symbols name nodes.
    package var keypad = Keypad.phone
    /// Shows nothing of what is drawn.
    package var isStealthy = false
    /// Asks for a new pattern twice.
    package var confirms = false
    /// What to ask for; nil for the pad's own words.
    package var prompt: String?
    /// What was wrong with the answer before.
    package var message: String?

    /// What to do when nothing else is said.
    package init() {}

    /// What the command line, the prompt and the settings say together. The prompt wins: it comes from
    /// where the answer goes.
    package init(_ options: AskPassOptions, _ request: Request, _ settings: PadSettings) {
        isStealthy = options.isStealthy
        grid = options.grid ?? .phone
        keypad = options.keypad ?? settings.keypad
        confirms = request == .enrolment
        guard case .pattern(let asked) = request else { return }
        grid = asked.namesGrid ? asked.grid : grid
        keypad = asked.keypad ?? keypad
        prompt = asked.title
        message = asked.message
    }

    /// The same for the session.
    var session: PadSession.Settings {
        PadSession.Settings(
            grid: grid, keypad: keypad, isStealthy: isStealthy, isChoosing: confirms, confirms: confirms)
    }

    /// The arguments that make pattern-pad ask for the same on a terminal.
    package var words: [String] {
        var words = ["--grid=\(grid.side)", "--keypad=\(keypad.name)"]
        if isStealthy { words.append("--stealth") }
        if confirms { words.append("--confirm") }
        if let prompt { words.append("--prompt=\(prompt)") }
        if let message { words.append("--message=\(message)") }
        return words
    }
}
