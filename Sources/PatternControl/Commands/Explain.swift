internal import Languages
internal import PatternGrid
internal import PatternVault

/// `patternctl explain`: what typed lines stand for, and what they are worth. It needs no store and no
/// rights.
struct Explain {
    private let options: Options
    private let settings: Settings
    private let keypad: Keypad
    private let blocklist: BlocklistRule
    /// The grids of patterns so far.
    private var grids: [Grid] = []
    private var guessing: Guessing?

    init(_ options: Options) throws(Failure) {
        self.options = options
        settings = try Session(options).settings
        keypad = options.keypad ?? settings.keypad
        blocklist = try BlocklistRule(settings)
    }

    mutating func run() throws(Failure) {
        var isValid = true
        if Input.isTerminal {
            isValid = try explain(try askOnce())
        } else {
            var input = try Input()
            var count = 0
            reading: while true {
                switch try input.line() {
                case .text(let text): isValid = try explain(text) && isValid
                case .tooLong:
                    isValid = try show(Explanation(notAPatternOn: grid(named: nil)), text: "") && false
                case .end: break reading
                }
                count += 1
            }
            guard count > 0 else {
                throw Failure(.refused, say("no pattern; give one a line on standard input"))
            }
        }
        if !options.json, !grids.isEmpty {
            try Output.print("")
            for line in try measured().lines(for: grids) { try Output.print(line) }
        }
        guard isValid else { throw Failure(.refused, "") }
    }

    private func askOnce() throws(Failure) -> Secret {
        guard let terminal = Terminal() else {
            throw Failure(.refused, say("no terminal; give patterns on standard input"))
        }
        let grid = options.grid ?? .phone
        return try Failure.of { () throws(Terminal.Ending) in
            try terminal.ask(
                "\(say("Pattern")) (\(grid == .phone ? "\(keypad.map)" : grid.text)): ", echo: true)
        }
    }

    /// The grid to read on: `--grid`, or the one that the line itself names, or a phone's.
    private func grid(named line: Grid?) -> Grid {
        options.grid ?? line ?? .phone
    }

    private mutating func explain(_ typed: borrowing Secret) throws(Failure) -> Bool {
        let grid = grid(named: Grid.prefix(of: typed.span))
        return try show(
            Explanation(of: typed.span, keypad: keypad, grid: grid), text: String(bytes: typed.span.array))
    }

    private mutating func show(_ explanation: Explanation, text: String) throws(Failure) -> Bool {
        let isValid = explanation.reason == nil
        if isValid { try draw(explanation.pattern) }
        if options.json {
            var fields = explanation.json + blockedFields(explanation)
            fields.append(
                JSON.Field(
                    "guessing", isValid ? try measured().json(for: explanation.pattern.grid) : .null))
            try Output.print(JSON.object(fields).text)
            return isValid
        }
        if let reason = explanation.reason {
            let shown = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } ? text : "?"
            try Output.print("\(shown): \(spoken(reason, nodes: explanation.pattern.nodes.count))")
            return false
        }
        let pattern = explanation.pattern
        for line in PatternText.lines(of: pattern) + [PatternText.caption]
            + StrengthSummary(of: pattern).lines
        {
            try Output.print(line)
        }
        try Output.print(say("Blocklist: %1", blockedReason(pattern) ?? say("not blocked")))
        if !grids.contains(pattern.grid) { grids.append(pattern.grid) }
        return true
    }

    private func spoken(_ reason: String, nodes: Int) -> String {
        switch reason {
        case "too short" where nodes > 0:
            say("too short (%1 of at least %2 dots)", "\(nodes)", "\(Grid.minimumLength)")
        case "too short": say("too short")
        default: say("not a pattern")
        }
    }

    private func blockedReason(_ pattern: Pattern) -> String? {
        blocklist.list.blocks(pattern) ? blocklist.reason(on: pattern.grid) : nil
    }

    private func blockedFields(_ explanation: Explanation) -> [JSON.Field] {
        let reason = explanation.reason == nil ? blockedReason(explanation.pattern) : nil
        return [
            JSON.Field("blocked", explanation.reason == nil ? .bool(reason != nil) : .null),
            JSON.Field("blocked_reason", .optional(reason)),
        ]
    }

    /// What guessing takes here; hashing is measured once.
    private mutating func measured() throws(Failure) -> Guessing {
        if let guessing { return guessing }
        let guessing = Guessing(schedule: settings.schedule, price: try Guessing.Price(cost: settings.cost))
        self.guessing = guessing
        return guessing
    }

    /// Draws a pattern into the file of `--svg`.
    private func draw(_ pattern: Pattern) throws(Failure) {
        guard let file = options.svg else { return }
        do throws(Errno) {
            try NewFile.create(file, Array(Picture.svg(of: pattern).utf8))
        } catch {
            let advice =
                error == .fileExists
                ? say("give --svg one pattern, and a new file") : say("give --svg another file")
            throw Failure(.refused, "\(String(bytes: file.bytes)): \(error.text); \(advice)")
        }
    }
}
