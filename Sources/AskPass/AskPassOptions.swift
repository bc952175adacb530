package import CommandSupport
internal import Languages
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
    package static var help: String {
        [
            say("Usage: pattern-askpass [OPTION...] [PROMPT]"),
            say(
                """
                Draw a pattern in a window; it is printed on standard output as 3x3:1-4-7-8-9.
                For sudo -A and ssh, which run it as SUDO_ASKPASS and SSH_ASKPASS. A prompt
                that asks for something else than a pattern gets a field for a password.
                """),
            "",
            say(
                """
                  --grid N         side of the grid, 3 to 6; 3 unless given or named in the
                                   prompt
                """),
            say(
                """
                  --keypad NAME    phone, numpad or letters: how typed symbols name the dots of
                                   3x3
                """),
            say("  --stealth        show nothing of what is drawn"),
            say(
                """
                  --enroll         ask for a new pattern, and for the same again; for
                                   patternctl enroll
                """),
            say("  --help           this text"),
            say("  --version        the version"),
            "",
            say(
                """
                Draw with mouse, finger or pen and let go, or click dot by dot, or type 1 to 9,
                or move with the arrows and take a dot with Space; Enter finishes, Backspace
                takes back, Esc cancels. Without a display it is asked for on the terminal.
                """),
            "",
            say("Exit status: 0 done, 1 cancelled or not written, 2 usage."),
        ].joined(separator: "\n")
    }

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(UsageError) {
        let parsed = try CommandWords(words, table: AskPassOptions.table)
        for (option, text) in parsed.options {
            try set(option, to: text)
        }
        guard action == .ask else { return }
        guard parsed.words.count <= 1 else { throw UsageError(say("%1: one word too many", parsed.words[1])) }
        prompt = parsed.words.first
        guard !enrolls || prompt == nil else {
            throw UsageError(say("%1: asks in words of its own", "--enroll"))
        }
    }

    private mutating func set(_ option: Option, to text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        switch option {
        case .grid:
            guard bytes.count == 1, let grid = Grid(side: Int(bytes[0]) - Int(UInt8(ascii: "0"))) else {
                throw UsageError(say("%1: needs a side from 3 to 6", "--grid \(text)"))
            }
            self.grid = grid
        case .keypad:
            guard let keypad = Keypad.allCases.first(where: { "\($0.name)" == text }) else {
                throw UsageError(say("%1: needs phone, numpad or letters", "--keypad \(text)"))
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
