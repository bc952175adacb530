package import CommandSupport
package import PatternGrid

/// The command line of pattern-askpass: the prompt, which sudo and ssh give, and options for others.
package struct AskPassOptions: Equatable, Sendable {
    /// What to do.
    package enum Action: Equatable, Sendable {
        case ask, help, version
    }

    /// What to do.
    package private(set) var action = Action.ask
    /// What to ask for.
    package private(set) var prompt: String?
    /// The grid to draw on, where the prompt names none.
    package private(set) var grid: Grid?
    /// How typed symbols name nodes, where neither prompt nor settings say so.
    package private(set) var keypad: Keypad?
    /// Shows nothing of what is drawn.
    package private(set) var isStealthy = false
    /// Asks for a new pattern, twice.
    package private(set) var enrolls = false

    /// What `--help` shows.
    package static let help = """
        Usage: pattern-askpass [OPTION...] [PROMPT]
        Draw a pattern in a window; it is printed on standard output as 3x3:1-4-7-8-9. For sudo -A and ssh,
        which run it as SUDO_ASKPASS and SSH_ASKPASS. A prompt that asks for something else than a pattern
        gets a field for a password.

          --grid N         side of the grid, 3 to 6; 3 unless given or named in the prompt
          --keypad NAME    phone, numpad or letters: how typed symbols name the dots of 3x3
          --stealth        show nothing of what is drawn
          --enroll         ask for a new pattern, and for the same again; for patternctl enroll
          --help           this text
          --version        the version

        Draw with mouse, finger or pen and let go, or click dot by dot, or type 1 to 9, or move with the
        arrows and take a dot with Space; Enter finishes, Backspace takes back, Esc cancels. Without a
        display it is asked for on the terminal.

        Exit status: 0 done, 1 cancelled or not written, 2 usage.
        """

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(UsageError) {
        let parsed = try CommandWords(words, table: AskPassOptions.table)
        for (option, text) in parsed.options {
            try set(option, to: text)
        }
        guard action == .ask else { return }
        guard parsed.words.count <= 1 else { throw UsageError("\(parsed.words[1]): one word too many") }
        prompt = parsed.words.first
        guard !enrolls || prompt == nil else { throw UsageError("--enroll: asks in words of its own") }
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
        case .enroll: enrolls = true
        case .help where action == .ask: action = .help
        case .version where action == .ask: action = .version
        case .help, .version: break
        }
    }

    private enum Option: Sendable {
        case grid, keypad, stealth, enroll, help, version
    }

    private static let table: [CommandOption<Option>] = [
        CommandOption(.grid, "grid", takesValue: true), CommandOption(.keypad, "keypad", takesValue: true),
        CommandOption(.stealth, "stealth"), CommandOption(.enroll, "enroll"),
        CommandOption(.help, "help", letter: UInt8(ascii: "h")),
        CommandOption(.version, "version", letter: UInt8(ascii: "V")),
    ]
}
