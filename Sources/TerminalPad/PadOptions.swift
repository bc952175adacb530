package import CommandSupport
package import PatternGrid

/// The command line of pattern-pad: GNU long options by getopt_long(3).
package struct PadOptions: Equatable, Sendable {
    /// What to do.
    package enum Action: Equatable, Sendable {
        case draw, help, version
    }

    /// What to do.
    package var action = Action.draw
    /// The grid to draw on.
    package var grid = Grid.phone
    /// How typed symbols name nodes.
    package var keypad = Keypad.phone
    /// Shows nothing of what is drawn.
    package var isStealthy = false
    /// Asks for the pattern twice.
    package var confirms = false
    /// What to ask for; nil for the pad's own words.
    package var prompt: String?
    /// What went wrong before.
    package var message: String?

    /// What `--help` shows.
    package static let help = """
        Usage: pattern-pad [OPTION...]
        Draw a pattern on the terminal; it is printed on standard output as 3x3:1-4-7-8-9.

          --grid N         side of the grid, 3 to 6; 3 unless given
          --keypad NAME    phone, numpad or letters: how typed symbols name the dots of 3x3
          --stealth        show nothing of what is drawn
          --confirm        ask for a new pattern, and for the same again
          --prompt TEXT    what to ask for
          --message TEXT   what went wrong before, shown above
          --help           this text
          --version        the version

        Drag with the mouse and let go, or click dot by dot, or type 1 to 9, or move with the arrows and
        take a dot with Space; Enter finishes, Backspace takes back, Esc or Ctrl-C cancels. On a terminal
        that can't draw, the pattern is typed.

        Exit status: 0 done, 1 cancelled or not written, 2 usage, 3 no terminal.
        """

    /// What to do when nothing else is said.
    package init() {}

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(UsageError) {
        let parsed = try CommandWords(words, table: PadOptions.table)
        for (option, text) in parsed.options {
            try set(option, to: text)
        }
        guard action == .draw else { return }
        if let word = parsed.words.first {
            throw UsageError("\(word): one word too many")
        }
    }

    private mutating func set(_ option: Option, to text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        switch option {
        case .grid:
            guard bytes.count == 1, let grid = Grid(side: Int(bytes[0]) - Int(UInt8(ascii: "0"))) else {
                throw UsageError("--grid \(text): needs a side from 3 to 6")
            }
            self.grid = grid
        case .keypad:
            guard let keypad = Keypad.allCases.first(where: { "\($0.name)" == text }) else {
                throw UsageError("--keypad \(text): needs phone, numpad or letters")
            }
            self.keypad = keypad
        case .stealth: isStealthy = true
        case .confirm: confirms = true
        case .prompt: prompt = text
        case .message: message = text
        case .help where action == .draw: action = .help
        case .version where action == .draw: action = .version
        case .help, .version: break
        }
    }

    private enum Option: Sendable {
        case grid, keypad, stealth, confirm, prompt, message, help, version
    }

    private static let table: [CommandOption<Option>] = [
        CommandOption(.grid, "grid", takesValue: true), CommandOption(.keypad, "keypad", takesValue: true),
        CommandOption(.stealth, "stealth"), CommandOption(.confirm, "confirm"),
        CommandOption(.prompt, "prompt", takesValue: true),
        CommandOption(.message, "message", takesValue: true),
        CommandOption(.help, "help", letter: UInt8(ascii: "h")),
        CommandOption(.version, "version", letter: UInt8(ascii: "V")),
    ]
}
