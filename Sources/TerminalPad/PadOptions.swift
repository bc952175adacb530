package import CommandSupport
internal import Languages
package import PatternGrid
internal import PatternStroke

/// The command line of pattern-pad: GNU long options by getopt_long(3).
package struct PadOptions: Equatable, Sendable {
    /// What to do.
    package enum Action: Equatable, Sendable {
        case draw
        /// Ask for a line of text, without echo.
        case askForText
        case help, version
    }

    /// What to do.
    package var action = Action.draw
    /// The grid to draw on.
    package var grid = Grid.phone
    /// How typed symbols name nodes.
    package var keypad = Keypad.phone
    /// Shows nothing of what is drawn.
    package var isStealthy = false
    /// A new pattern is being chosen: marks what can be reached next.
    package var chooses = false
    /// Asks for the pattern twice; the first time it is being chosen.
    package var confirms = false
    /// Whether the first drawing is of a new pattern.
    var isChoosing: Bool { chooses || confirms }
    /// Enter before anything is drawn answers an empty line: the password instead.
    package var offersPassword = false
    /// What to ask for; nil for the pad's own words.
    package var prompt: String?
    /// What went wrong before.
    package var message: String?

    /// The same for the session.
    var session: PadSession.Settings {
        PadSession.Settings(
            grid: grid, keypad: keypad, isStealthy: isStealthy, isChoosing: isChoosing, confirms: confirms)
    }

    /// What `--help` shows.
    package static var help: String {
        [
            say("Usage: pattern-pad [OPTION...]"),
            say(
                """
                Draw a pattern on the terminal; it is printed on standard output as
                3x3:1-4-7-8-9.
                """),
            "",
            say("  --grid N         side of the grid, 3 to 6; 3 unless given"),
            say(
                """
                  --keypad NAME    phone, numpad or letters: how typed symbols name the dots of
                                   3x3
                """),
            say("  --stealth        show nothing of what is drawn"),
            say("  --choose         a new pattern: mark the dots that can be reached next"),
            say("  --confirm        ask for a new pattern, and for the same again"),
            say("  --password       with Enter before anything is drawn, print an empty line"),
            say("  --text           ask for a line of text instead, without echo, and print it"),
            say("  --prompt TEXT    what to ask for"),
            say("  --message TEXT   what went wrong before, shown above"),
            say("  --help           this text"),
            say("  --version        the version"),
            "",
            say(
                """
                Drag with the mouse and let go, or click dot by dot, or type 1 to 9, or move
                with the arrows and take a dot with Space; Enter finishes, Backspace takes
                back, Esc or Ctrl-C cancels. On a terminal that can't draw, the pattern is
                typed.
                """),
            "",
            say("Exit status: 0 done, 1 cancelled or not written, 2 usage, 3 no terminal."),
        ].joined(separator: "\n")
    }

    /// What to do when nothing else is said.
    package init() {}

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(UsageError) {
        let parsed = try CommandWords(words, table: PadOptions.table)
        for (option, text) in parsed.options {
            try set(option, to: text)
        }
        guard action == .draw || action == .askForText else { return }
        if let word = parsed.words.first {
            throw UsageError(say("%1: one word too many", word))
        }
        if offersPassword, isChoosing {
            throw UsageError(say("%1: goes with neither %2 nor %3", "--password", "--choose", "--confirm"))
        }
        guard action == .askForText else { return }
        for option in parsed.options.map({ $0.key }) where !PadOptions.textOptions.contains(option) {
            throw UsageError(say("%1: goes with %2 and %3 alone", "--text", "--prompt", "--message"))
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
            guard let keypad = Keypad.allCases.first(where: { String(constant: $0.name).equals(text) }) else {
                throw UsageError(say("%1: needs phone, numpad or letters", "--keypad \(text)"))
            }
            self.keypad = keypad
        case .stealth: isStealthy = true
        case .choose: chooses = true
        case .confirm: confirms = true
        case .password: offersPassword = true
        case .text where action == .draw: action = .askForText
        case .prompt: prompt = text
        case .message: message = text
        case .help where !isAskedAbout: action = .help
        case .version where !isAskedAbout: action = .version
        case .text, .help, .version: break
        }
    }

    /// Whether it is about the program itself.
    private var isAskedAbout: Bool { action == .help || action == .version }

    /// What goes with `--text`.
    private static let textOptions: [Option] = [.text, .prompt, .message]

    private enum Option: Sendable {
        case grid, keypad, stealth, choose, confirm, password, text, prompt, message, help, version
    }

    private static let table: [CommandOption<Option>] = [
        CommandOption(.grid, "grid", takesValue: true), CommandOption(.keypad, "keypad", takesValue: true),
        CommandOption(.stealth, "stealth"), CommandOption(.choose, "choose"),
        CommandOption(.confirm, "confirm"), CommandOption(.password, "password"),
        CommandOption(.text, "text"),
        CommandOption(.prompt, "prompt", takesValue: true),
        CommandOption(.message, "message", takesValue: true),
        CommandOption(.help, "help", letter: UInt8(ascii: "h")),
        CommandOption(.version, "version", letter: UInt8(ascii: "V")),
    ]
}
