internal import CommandSupport
internal import Languages
package import PatternGrid
package import PatternVault

/// The command line of patternctl: GNU long options by getopt_long(3).
package struct Options: Equatable, Sendable {
    /// What to do.
    package enum Action: String, Sendable, CaseIterable {
        case enroll, verify, remove, list, status, unlock, explain, random, calibrate, audit
        case export, `import`, doctor
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
    /// The file that `--svg` names.
    package var svg: Path?
    /// The time that `--target` wants a hash to take, in milliseconds.
    package var target: Int?
    /// Put what was found into pattern.conf.
    package var write = false
    /// Have a pattern at random drawn, instead of one of the person's own.
    package var random = false
    /// The length that `--length` names.
    package var length: Length?
    /// How many patterns `--count` asks for, 1 to 1000.
    package var count: Int?
    /// How many patterns `--top` tries.
    package var top: Int?
    /// Try all patterns.
    package var all = false
    /// The file that `export` writes and `import` reads; nil for standard output and input.
    package var file: Path?
    /// Tell what would be changed, and change nothing.
    package var dryRun = false
    /// The settings that `--conf` names.
    package var conf: Path?
    /// The store that `--store` names.
    package var store: Path?

    /// The options, as they are named.
    private enum Option: String, Sendable {
        case user, uid, orphans, json, grid, keypad, typed, random, length, count, svg, target, write
        case top, all, conf, store, help, version
        case dryRun = "dry-run"

        /// The actions that it goes with.
        var actions: [Action] {
            switch self {
            case .user: [.enroll, .verify, .remove, .status, .unlock, .audit, .export, .import]
            case .uid, .orphans: [.remove]
            case .json: [.list, .status, .explain, .random, .calibrate, .audit, .doctor]
            case .dryRun: [.import]
            case .grid: [.enroll, .explain, .random]
            case .keypad: [.enroll, .explain]
            case .random: [.enroll]
            case .length, .count: [.random]
            case .svg: [.explain]
            case .typed: [.enroll, .verify]
            case .target, .write: [.calibrate]
            case .top, .all: [.audit]
            case .conf:
                [
                    .enroll, .remove, .list, .status, .unlock, .explain, .random, .calibrate, .audit, .export,
                    .import,
                    .doctor,
                ]
            case .store:
                [.enroll, .remove, .list, .status, .unlock, .audit, .export, .import, .doctor]
            case .help, .version: Action.allCases
            }
        }
    }

    private static let table: [CommandOption<Option>] = [
        CommandOption(.user, "user", takesValue: true), CommandOption(.uid, "uid", takesValue: true),
        CommandOption(.orphans, "orphans"), CommandOption(.json, "json"),
        CommandOption(.grid, "grid", takesValue: true), CommandOption(.keypad, "keypad", takesValue: true),
        CommandOption(.typed, "typed"), CommandOption(.random, "random"),
        CommandOption(.length, "length", takesValue: true),
        CommandOption(.count, "count", takesValue: true), CommandOption(.svg, "svg", takesValue: true),
        CommandOption(.target, "target", takesValue: true), CommandOption(.write, "write"),
        CommandOption(.top, "top", takesValue: true), CommandOption(.all, "all"),
        CommandOption(.dryRun, "dry-run"),
        CommandOption(.conf, "conf", takesValue: true),
        CommandOption(.store, "store", takesValue: true),
        CommandOption(.help, "help", letter: UInt8(ascii: "h")),
        CommandOption(.version, "version", letter: UInt8(ascii: "V")),
    ]

    /// What `--help` shows.
    package static var help: String {
        [
            say("Usage: patternctl COMMAND [OPTION...]"),
            say("Manage the patterns that pam_pattern unlocks with."),
            "",
            say("Commands:"),
            say("  enroll    set a pattern: drawn or typed twice, or one line on standard input"),
            say("  verify    try a pattern, through PAM as a login would"),
            say("  remove    take a pattern away; the password is not touched"),
            say("  list      all enrolled patterns"),
            say("  status    one account's pattern, wrong tries, and whether it is locked"),
            say("  unlock    forgive all wrong tries"),
            say("  explain   read patterns, a line each, and show what they are"),
            say("  random    show patterns drawn at random, to choose one; none is stored"),
            say("  calibrate measure what hashing costs on this machine, and propose a cost"),
            say("  audit     try the patterns that people choose most on all that are stored"),
            say(
                """
                  export [FILE]
                            all patterns' hashes into a new file, or to standard output
                """),
            say(
                """
                  import [FILE]
                            take such hashes from a file or standard input; prints changed=N
                            unchanged=M
                """),
            say("  doctor    find out what is wrong here, and what to do; changes nothing"),
            "",
            say("Options:"),
            say(
                """
                  --user NAME      the account; yourself (with sudo: who called it) unless
                                   given (audit, export, import: all accounts)
                """),
            say(
                """
                  --json           for scripts (list, status, explain, random, calibrate,
                                   audit, doctor)
                """),
            say("  --grid N         side of the grid, 3 to 6 (enroll, explain, random)"),
            say(
                """
                  --keypad NAME    phone, numpad or letters: how typed symbols name dots
                                   (enroll, explain)
                """),
            say("  --typed          type the pattern instead of drawing it (enroll, verify)"),
            say("  --random         show a pattern drawn at random, to be drawn twice (enroll)"),
            say(
                """
                  --length N|any   dots of the pattern, 6 unless given; any: of all patterns
                                   (random)
                """),
            say("  --count N        how many patterns, 1 to 1000 (random)"),
            say("  --uid N          the record of a uid whose account is gone (remove)"),
            say(
                """
                  --orphans        all records whose account is gone; with --user, of that name
                                   (remove)
                """),
            say("  --svg FILE       draw it into a new file (explain; one pattern)"),
            say(
                """
                  --target MS      milliseconds that a hash may take, 250 unless given
                                   (calibrate)
                """),
            say("  --write          put the cost into pattern.conf (calibrate)"),
            say("  --top N          how many patterns to try, 100 unless given (audit)"),
            say("  --all            try all patterns of a 3x3 grid (audit)"),
            say("  --dry-run        tell what would change, and change nothing (import)"),
            say("  --conf FILE      settings instead of /etc/security/pattern.conf (root)"),
            say("  --store FOLDER   store instead of /var/lib/pam_pattern (root)"),
            say("  --help           this text"),
            say("  --version        the version"),
            "",
            say(
                """
                Users set patterns of their own without sudo where self_service in pattern.conf
                permits: enroll, with --random and --typed at most, then asks for their
                password, by polkit and once more itself.
                """),
            say(
                """
                A pattern is never given on the command line, where others could read it.
                Exit status: 0 done, 1 refused, wrong, found (audit) or something wrong
                (doctor), 2 usage, 3 not enrolled, 4 locked, 5 not permitted, 6 store unusable,
                130 interrupted.
                """),
        ].joined(separator: "\n")
    }

    /// Reads a command line, the program's name first.
    package init(_ words: [String]) throws(Failure) {
        let parsed = try Options.parse(words)
        for (option, text) in parsed.options {
            try set(option, to: text)
        }
        let given = parsed.options.map(\.key)
        if let asked = given.first(where: { $0 == .help || $0 == .version }) {
            action = asked == .help ? .help : .version
            return
        }
        let rest = parsed.words
        guard let word = rest.first else { throw Options.usage(say("no command")) }
        guard let action = Action(rawValue: word) else {
            throw Options.usage(say("%1: no such command", word))
        }
        self.action = action
        if action == .help || action == .version { return }
        let takesFile = action == .export || action == .import
        if takesFile, rest.count == 2, rest[1] != "-" {
            guard let path = Path(Array(rest[1].utf8).span) else {
                throw Options.usage(say("%1: needs the name of a file", word))
            }
            file = path
        }
        guard rest.count == 1 || (takesFile && rest.count == 2) else {
            let isPattern = action == .enroll || action == .explain || action == .verify
            throw Options.usage(
                isPattern
                    ? say("a pattern is never an argument, where others can read it: type it or pipe it in")
                    : say("%1: one word too many", rest[takesFile ? 2 : 1]))
        }
        for option in given where !option.actions.contains(action) {
            throw Options.usage(say("--%1 does not go with %2", option.rawValue, word))
        }
        // With --orphans, --user names an account that was; deleting an account removes its own record alone.
        guard uid == nil || (user == nil && !orphans) else {
            throw Options.usage(say("%1 goes with neither %2 nor %3", "--uid", "--user", "--orphans"))
        }
        guard top == nil || !all else { throw Options.usage(say("only one of --top and --all can be given")) }
    }

    private mutating func set(_ option: Option, to text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        switch option {
        case .user: user = text
        case .uid:
            guard let number = bytes.span.decimal(limit: Int(UInt32.max)) else {
                throw Options.usage(say("--uid %1: needs a numeric uid", text))
            }
            uid = UInt32(number)
        case .orphans: orphans = true
        case .json: json = true
        case .typed: typed = true
        case .random: random = true
        case .grid:
            guard let side = bytes.span.decimal(limit: 6), let grid = Grid(side: side) else {
                throw Options.usage(say("%1: needs a side from 3 to 6", "--grid \(text)"))
            }
            self.grid = grid
        case .keypad:
            guard let keypad = Keypad.allCases.first(where: { bytes.span.equals($0.name) }) else {
                throw Options.usage(say("%1: needs phone, numpad or letters", "--keypad \(text)"))
            }
            self.keypad = keypad
        case .svg:
            guard let path = Path(bytes.span) else {
                throw Options.usage(say("%1: needs the name of a file", "--svg \(text)"))
            }
            svg = path
        case .target:
            let targets = Calibration.targets
            guard let number = bytes.span.decimal(limit: targets.upperBound), targets.contains(number) else {
                throw Options.usage(
                    say("--target %1: needs milliseconds, 1 to %2", text, "\(targets.upperBound)"))
            }
            target = number
        case .write: write = true
        case .dryRun: dryRun = true
        case .length:
            guard let length = Options.length(bytes) else {
                throw Options.usage(say("--length %1: needs a number from 4 to 36, or any", text))
            }
            self.length = length
        case .count:
            guard let count = bytes.span.decimal(limit: Options.mostPatterns), count > 0 else {
                throw Options.usage(
                    say("%1: needs a number from 1 to %2", "--count \(text)", "\(Options.mostPatterns)"))
            }
            self.count = count
        case .top:
            guard let number = bytes.span.decimal(limit: GuessOrder.longest), number > 0 else {
                throw Options.usage(
                    say("%1: needs a number from 1 to %2", "--top \(text)", "\(GuessOrder.longest)"))
            }
            top = number
        case .all: all = true
        case .conf: conf = try Options.path(bytes, option)
        case .store: store = try Options.path(bytes, option)
        case .help, .version: break
        }
    }

    private static func length(_ bytes: [UInt8]) -> Length? {
        if bytes.span.equals("any") { return .any }
        guard let count = bytes.span.decimal(limit: Grid.maximumNodeCount) else { return nil }
        return count >= Grid.minimumLength ? .nodes(count) : nil
    }

    private static func path(_ bytes: [UInt8], _ option: Option) throws(Failure) -> Path {
        guard let path = Path(absolute: bytes.span) else {
            throw usage(say("--%1 %2: needs an absolute path", option.rawValue, String(bytes: bytes)))
        }
        return path
    }

    private static func usage(_ message: String) -> Failure {
        Failure(.usage, say("%1; see %2", message, "patternctl --help"))
    }

    private static func parse(_ words: [String]) throws(Failure) -> CommandWords<Option> {
        do throws(UsageError) {
            return try CommandWords(words, table: table)
        } catch {
            throw usage(error.message)
        }
    }
}
