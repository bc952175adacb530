internal import CNcurses
package import PatternGrid

/// The command line of pattern-pad: GNU long options by getopt_long(3).
package struct PadOptions: Equatable, Sendable {
    /// What to do.
    package enum Action: Equatable, Sendable {
        case draw, help, version
    }

    /// A command line that can't be understood, and why.
    package struct UsageError: Error, Equatable, Sendable {
        /// The reason, without the program's name.
        package let message: String
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
        let parsed = try PadOptions.parse(words)
        for (letter, text) in parsed.options {
            try set(letter, to: text)
        }
        guard action == .draw else { return }
        if let word = parsed.words.first {
            throw PadOptions.usage("\(word): one word too many")
        }
    }

    private mutating func set(_ letter: Character, to text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        switch letter {
        case "g":
            guard bytes.count == 1, let grid = Grid(side: Int(bytes[0]) - Int(UInt8(ascii: "0"))) else {
                throw PadOptions.usage("--grid \(text): needs a side from 3 to 6")
            }
            self.grid = grid
        case "k":
            guard let keypad = Keypad.allCases.first(where: { "\($0.name)" == text }) else {
                throw PadOptions.usage("--keypad \(text): needs phone, numpad or letters")
            }
            self.keypad = keypad
        case "s": isStealthy = true
        case "c": confirms = true
        case "p": prompt = text
        case "m": message = text
        case "h" where action == .draw: action = .help
        case "V" where action == .draw: action = .version
        default: break
        }
    }

    private static let table: [(name: StaticString, letter: Character, takesValue: Bool)] = [
        ("grid", "g", true), ("keypad", "k", true), ("stealth", "s", false), ("confirm", "c", false),
        ("prompt", "p", true), ("message", "m", true), ("help", "h", false), ("version", "V", false),
    ]

    private static func usage(_ message: String) -> UsageError {
        UsageError(message: "\(message); see pattern-pad --help")
    }

    /// What getopt_long(3) makes of the words: options with their values, then the other words.
    private static func parse(
        _ words: [String]
    ) throws(UsageError) -> (options: [(Character, String)], words: [String]) {
        // Both tables live as long as the process: getopt_long keeps and reorders them.
        let argv = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            // SAFETY: there is room for all words and a null.
            unsafe argv[index] = strdup(word)
        }
        unsafe argv[words.count] = nil
        let long = UnsafeMutablePointer<option>.allocate(capacity: table.count + 1)
        for (index, entry) in table.enumerated() {
            // SAFETY: a StaticString lives for ever and ends with a 0.
            let name = unsafe UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self)
            unsafe long[index] = option(
                name: name, has_arg: entry.takesValue ? required_argument : no_argument, flag: nil,
                val: CInt(entry.letter.asciiValue ?? 0))
        }
        unsafe long[table.count] = option()

        var options: [(Character, String)] = []
        var next: CInt = 1
        while true {
            var text: UnsafePointer<CChar>?
            // SAFETY: both tables end as getopt_long expects, and live on.
            let value = unsafe options_next(CInt(words.count), argv, long, &text, &next)
            let word = unsafe text.map { unsafe String(cString: $0) } ?? ""
            switch value {
            case -1:
                let rest = (Int(next)..<words.count).compactMap { index in
                    unsafe argv[index].map { unsafe String(cString: $0) }
                }
                return (options, rest)
            case CInt(UInt8(ascii: ":")): throw usage("\(word): needs a value")
            case CInt(UInt8(ascii: "?")): throw usage("\(word): no such option")
            default: options.append((Character(Unicode.Scalar(UInt8(truncatingIfNeeded: value))), word))
            }
        }
    }
}
