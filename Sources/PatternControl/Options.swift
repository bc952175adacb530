internal import CLinux
package import PatternGrid
package import PatternVault

/// The command line of patternctl: GNU long options by getopt_long(3).
package struct Options: Equatable, Sendable {
    /// What to do.
    package enum Action: String, Sendable, CaseIterable {
        case enroll, verify, remove, list, status, unlock, explain, random
        case help, version
    }

    /// How long random patterns are.
    package enum Length: Equatable, Sendable {
        /// So many nodes, 4 to 36.
        case nodes(Int)
        /// All that a new pattern may have.
        case any
    }

    /// How many patterns `random` makes at most in one run.
    private static let mostPatterns = 1000

    /// What to do.
    package var action = Action.help
    /// The account that `--user` names.
    package var user: String?
    /// The uid that `--uid` names, for a record whose account is gone.
    package var uid: UInt32?
    /// All records whose account is gone.
    package var orphans = false
    /// JSON instead of text.
    package var json = false
    /// The grid that `--grid` names.
    package var grid: Grid?
    /// The keypad that `--keypad` names.
    package var keypad: Keypad?
    /// Type, where the pad could be drawn on.
    package var typed = false
    /// The length that `--length` names.
    package var length: Length?
    /// How many patterns `--count` asks for, 1 to 1000.
    package var count: Int?
    /// The settings that `--conf` names.
    package var conf: Path?
    /// The store that `--store` names.
    package var store: Path?

    /// The options by name: each with its letter, whether it takes a value, and the actions it goes with.
    private struct Option {
        let name: StaticString
        let letter: Character
        let takesValue: Bool
        let actions: [Action]
    }

    private static let table: [Option] = [
        Option(
            name: "user", letter: "u", takesValue: true,
            actions: [.enroll, .verify, .remove, .status, .unlock]),
        Option(name: "uid", letter: "U", takesValue: true, actions: [.remove]),
        Option(name: "orphans", letter: "o", takesValue: false, actions: [.remove]),
        Option(name: "json", letter: "j", takesValue: false, actions: [.list, .status, .explain, .random]),
        Option(name: "grid", letter: "g", takesValue: true, actions: [.enroll, .explain, .random]),
        Option(name: "keypad", letter: "k", takesValue: true, actions: [.enroll, .explain]),
        Option(name: "typed", letter: "t", takesValue: false, actions: [.enroll, .verify]),
        Option(name: "length", letter: "l", takesValue: true, actions: [.random]),
        Option(name: "count", letter: "n", takesValue: true, actions: [.random]),
        Option(
            name: "conf", letter: "c", takesValue: true,
            actions: [.enroll, .remove, .list, .status, .unlock, .explain, .random]),
        Option(
            name: "store", letter: "s", takesValue: true,
            actions: [.enroll, .remove, .list, .status, .unlock]),
        Option(name: "help", letter: "h", takesValue: false, actions: Action.allCases),
        Option(name: "version", letter: "V", takesValue: false, actions: Action.allCases),
    ]

    /// What `--help` shows.
    package static let help = """
        Usage: patternctl COMMAND [OPTION...]
        Manage the patterns that pam_pattern unlocks with.

        Commands:
          enroll    set a pattern: drawn or typed twice, or one line on standard input
          verify    try a pattern, through PAM as a login would
          remove    take a pattern away; the password is not touched
          list      all enrolled patterns
          status    one account's pattern, wrong tries, and whether it is locked
          unlock    forgive all wrong tries
          explain   read patterns, a line each, and show what they are
          random    show patterns drawn at random, to choose one; none is stored

        Options:
          --user NAME      the account; yourself (with sudo: who called it) unless given
          --json           for scripts (list, status, explain, random)
          --grid N         side of the grid, 3 to 6 (enroll, explain, random)
          --keypad NAME    phone, numpad or letters: how typed symbols name nodes (enroll, explain)
          --typed          type the pattern instead of drawing it (enroll, verify)
          --length N|any   nodes of the pattern, 6 unless given; any: of all patterns (random)
          --count N        how many patterns, 1 to 1000 (random)
          --uid N          the record of a uid whose account is gone (remove)
          --orphans        all records whose account is gone (remove)
          --conf FILE      settings instead of /etc/security/pattern.conf (root)
          --store FOLDER   store instead of /var/lib/pam_pattern (root)
          --help           this text
          --version        the version

        A pattern is never given on the command line, where others could read it.
        Exit status: 0 done, 1 refused or wrong, 2 usage, 3 not enrolled, 4 locked,
        5 not permitted, 6 store unusable, 130 interrupted.
        """

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(Failure) {
        var rest = ArraySlice(words)
        var given: [Option] = []
        let parsed = try Options.parse(words)
        for (letter, text) in parsed.options {
            guard let option = Options.table.first(where: { $0.letter == letter }) else { continue }
            given.append(option)
            try set(option, to: text)
        }
        rest = parsed.words
        let asked = given.first { $0.letter == "h" || $0.letter == "V" }
        if let asked {
            action = asked.letter == "h" ? .help : .version
            return
        }
        guard let word = rest.first else { throw Options.usage("no command") }
        guard let action = Action(rawValue: word) else { throw Options.usage("\(word): no such command") }
        self.action = action
        if action == .help || action == .version { return }
        guard rest.count == 1 else {
            let isPattern = action == .enroll || action == .explain || action == .verify
            throw Options.usage(
                isPattern
                    ? "a pattern is never an argument, where others can read it: type it or pipe it in"
                    : "\(rest[rest.startIndex + 1]): one word too many")
        }
        for option in given where !option.actions.contains(action) {
            throw Options.usage("--\(option.name) does not go with \(word)")
        }
        guard [user != nil, uid != nil, orphans].count(where: { $0 }) <= 1 else {
            throw Options.usage("only one of --user, --uid and --orphans can be given")
        }
    }

    private mutating func set(_ option: Option, to text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        switch option.letter {
        case "u": user = text
        case "U":
            guard let number = bytes.span.decimal(limit: Int(UInt32.max)) else {
                throw Options.usage("--uid \(text): needs a numeric uid")
            }
            uid = UInt32(number)
        case "o": orphans = true
        case "j": json = true
        case "t": typed = true
        case "g":
            guard let side = bytes.span.decimal(limit: 6), let grid = Grid(side: side) else {
                throw Options.usage("--grid \(text): needs a side from 3 to 6")
            }
            self.grid = grid
        case "k":
            guard let keypad = Keypad.allCases.first(where: { bytes.span.equals($0.name) }) else {
                throw Options.usage("--keypad \(text): needs phone, numpad or letters")
            }
            self.keypad = keypad
        case "l":
            guard let length = Options.length(bytes) else {
                throw Options.usage("--length \(text): needs a number from 4 to 36, or any")
            }
            self.length = length
        case "n":
            guard let count = bytes.span.decimal(limit: Options.mostPatterns), count > 0 else {
                throw Options.usage("--count \(text): needs a number from 1 to \(Options.mostPatterns)")
            }
            self.count = count
        case "c": conf = try Options.path(bytes, option)
        case "s": store = try Options.path(bytes, option)
        default: break
        }
    }

    private static func length(_ bytes: [UInt8]) -> Length? {
        if bytes.span.equals("any") { return .any }
        guard let count = bytes.span.decimal(limit: Grid.maximumNodeCount) else { return nil }
        return count >= Grid.minimumLength ? .nodes(count) : nil
    }

    private static func path(_ bytes: [UInt8], _ option: Option) throws(Failure) -> Path {
        guard let path = Path(absolute: bytes.span) else {
            throw usage("--\(option.name) \(String(bytes: bytes)): needs an absolute path")
        }
        return path
    }

    private static func usage(_ message: String) -> Failure {
        Failure(.usage, "\(message); see patternctl --help")
    }

    /// What getopt_long(3) makes of the words: options with their values, then the other words.
    private static func parse(
        _ words: [String]
    ) throws(Failure) -> (options: [(Character, String)], words: ArraySlice<String>) {
        // Both tables live as long as the process: getopt_long keeps and reorders them.
        let argv = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            unsafe argv[index] = strdup(word)
        }
        unsafe argv[words.count] = nil
        let long = UnsafeMutablePointer<option>.allocate(capacity: table.count + 1)
        for (index, entry) in table.enumerated() {
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
            let value = unsafe linux_next_option(CInt(words.count), argv, ":hV", long, &text, &next)
            let word = unsafe text.map { unsafe String(cString: $0) } ?? ""
            switch value {
            case -1:
                let rest = (Int(next)..<words.count).compactMap { index in
                    unsafe argv[index].map { unsafe String(cString: $0) }
                }
                return (options, ArraySlice(rest))
            case CInt(UInt8(ascii: ":")): throw usage("\(word): needs a value")
            case CInt(UInt8(ascii: "?")): throw usage("\(word): no such option")
            default: options.append((Character(Unicode.Scalar(UInt8(truncatingIfNeeded: value))), word))
            }
        }
    }
}
