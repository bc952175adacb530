internal import PatternGrid
internal import PatternVault

/// `patternctl explain`: what typed lines stand for. It needs no store and no rights.
struct Explain {
    private let options: Options
    private let keypad: Keypad

    init(_ options: Options) throws(Failure) {
        self.options = options
        if let keypad = options.keypad {
            self.keypad = keypad
        } else {
            keypad = try Session(options).settings.keypad
        }
    }

    func run() throws(Failure) {
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
                throw Failure(.refused, "no pattern; give one a line on standard input")
            }
        }
        guard isValid else { throw Failure(.refused, "") }
    }

    private func askOnce() throws(Failure) -> Secret {
        guard let terminal = Terminal() else {
            throw Failure(.refused, "no terminal; give patterns on standard input")
        }
        do throws(Terminal.Ending) {
            let grid = options.grid ?? .phone
            return try terminal.ask("Pattern (\(grid == .phone ? "\(keypad.map)" : grid.text)): ", echo: true)
        } catch {
            throw Failure(error)
        }
    }

    /// The grid to read on: `--grid`, or the one that the line itself names, or a phone's.
    private func grid(named line: Grid?) -> Grid {
        options.grid ?? line ?? .phone
    }

    private func explain(_ typed: borrowing Secret) throws(Failure) -> Bool {
        let grid = grid(named: Grid.prefix(of: typed.span))
        return try show(
            Explanation(of: typed.span, keypad: keypad, grid: grid), text: String(bytes: typed.span.array))
    }

    private func show(_ explanation: Explanation, text: String) throws(Failure) -> Bool {
        if options.json {
            try Output.print(explanation.json.text)
            return explanation.reason == nil
        }
        if let reason = explanation.reason {
            let shown = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } ? text : "?"
            let length =
                explanation.pattern.nodes.isEmpty
                ? "" : " (\(explanation.pattern.nodes.count) of at least \(Grid.minimumLength) nodes)"
            try Output.print("\(shown): \(reason)\(length)")
            return false
        }
        let pattern = explanation.pattern
        for line in PatternText.lines(of: pattern) + StrengthSummary(of: pattern).lines {
            try Output.print(line)
        }
        return true
    }
}

/// What a line stands for.
struct Explanation: Equatable {
    /// The nodes that were read; all of them where the line is valid.
    let pattern: Pattern
    /// Why the line is no pattern; nil when it is one.
    let reason: String?

    /// Reads a line.
    init(of text: Span<UInt8>, keypad: Keypad, grid: Grid) {
        var failure: TypedError?
        let nodes = [Node](capacity: grid.nodeCount) { nodes in
            do throws(TypedError) {
                try grid.read(text, keypad: keypad, into: &nodes)
            } catch {
                failure = error
            }
        }
        switch failure {
        case nil: self.init(pattern: Pattern(visiting: nodes, on: grid), error: nil)
        case .tooShort: self.init(pattern: Pattern(visiting: nodes, on: grid), error: .tooShort)
        case .empty, .notAPattern: self.init(notAPatternOn: grid)
        }
    }

    /// A line that names no nodes of a grid.
    init(notAPatternOn grid: Grid) {
        self.init(pattern: Pattern(visiting: [], on: grid), error: .notAPattern)
    }

    /// A pattern as it is.
    init(of pattern: Pattern) {
        self.init(pattern: pattern, error: nil)
    }

    private init(pattern: Pattern, error: TypedError?) {
        self.pattern = pattern
        reason = error.map { String($0.name) }
    }

    /// The object of `explain --json`.
    var json: JSON {
        .object(
            fields + (reason == nil ? StrengthSummary(of: pattern).fields : StrengthSummary.noFields))
    }

    /// What the line stands for, and nothing about how good that is.
    var fields: [JSON.Field] {
        [
            JSON.Field("pattern", reason == nil ? .string(String(bytes: pattern.numbers)) : .null),
            JSON.Field("grid", .string(pattern.grid.text)),
            JSON.Field("length", .number(pattern.nodes.count)),
            JSON.Field("valid", .bool(reason == nil)),
            JSON.Field("reason", .optional(reason)),
        ]
    }
}
