internal import Languages
internal import PatternGrid
internal import PatternVault

/// Asks a person for a new pattern twice, drawn where that can be done and typed elsewhere.
struct NewPattern {
    /// How often a person may start over before the command gives up.
    private static let turns = 3
    private static var again: String { say("The same again") }

    /// What a new pattern must be.
    let rules: PatternRules
    /// The account's name.
    let name: String
    /// Draws; from the first time on that it can't be done, it is typed.
    private var draws: Bool

    /// - Parameter typed: Types even where it can be drawn.
    init(_ rules: PatternRules, name: String, typed: Bool) {
        self.rules = rules
        self.name = name
        draws = !typed
    }

    /// Asks for it, and for the same again; its canonical text.
    mutating func ask() throws(Failure) -> Secret {
        let first = try askFirst()
        var message: String?
        for _ in 1...NewPattern.turns {
            let again = try answer(to: NewPattern.again, typed: NewPattern.again, message, isChoosing: false)
            if let second = try? rules.canonicalText(of: again), ConstantTime.equal(first, second) {
                return first
            }
            message = say("Not the same.")
        }
        throw Failure(.refused, say("never the same twice; nothing was changed"))
    }

    /// Shows a pattern, and asks until it was drawn twice; its canonical text. After a miss it is shown again.
    mutating func learn(_ pattern: Pattern) throws(Failure) -> Secret {
        guard let terminal = Terminal() else {
            throw Failure(
                .refused, say("no terminal; --random has the pattern drawn twice before it is stored"))
        }
        guard let shown = Secret(copying: pattern.canonicalText.span) else {
            throw Failure(.refused, say("no memory"))
        }
        var left = 2
        var misses = 0
        var isShown = false
        while left > 0 {
            if !isShown {
                terminal.show(PatternText.lines(of: pattern).joined(separator: "\n") + "\n")
                _ = try Failure.of { () throws(Terminal.Ending) in
                    try terminal.ask(say("Press Enter, and draw it from 1 on") + ": ", echo: true)
                }
                isShown = true
            }
            let prompt = left == 2 ? say("The pattern that was shown") : NewPattern.again
            let answer = try answer(to: prompt, typed: prompt, nil, isChoosing: false)
            if let drawn = try? rules.canonicalText(of: answer), ConstantTime.equal(shown, drawn) {
                left -= 1
                continue
            }
            misses += 1
            guard misses < NewPattern.turns else {
                throw Failure(.refused, say("not drawn twice; nothing was changed"))
            }
            terminal.show(say("Not the one that was shown.") + "\n")
            isShown = false
        }
        terminal.show(say("It is still to be seen above: clear the screen before anybody looks.") + "\n")
        return shown
    }

    /// Asks until the rules take it.
    private mutating func askFirst() throws(Failure) -> Secret {
        let prompt = say("New pattern for %1", name)
        var message: String?
        for _ in 1...NewPattern.turns {
            let typed = "\(prompt) (\(rules.cue))"
            let answer = try answer(to: prompt, typed: typed, message, isChoosing: true)
            guard answer.count > 0 else { throw Failure(.refused, say("nothing typed; nothing was changed")) }
            do throws(Failure) {
                return try rules.canonicalText(of: answer)
            } catch {
                message = say("It is %1.", error.message)
            }
        }
        throw Failure(.refused, say("no usable pattern; nothing was changed"))
    }

    /// Asks once, by the pad or by a prompt.
    private mutating func answer(
        to prompt: String, typed: String, _ message: String?, isChoosing: Bool
    ) throws(Failure) -> Secret {
        guard let terminal = Terminal() else {
            throw Failure(.refused, say("no terminal; give the pattern on standard input"))
        }
        if draws {
            var words = ["--grid=\(rules.grid.side)", "--keypad=\(rules.keypad.name)", "--prompt=\(prompt)"]
            if isChoosing { words.append("--choose") }
            if let message { words.append("--message=\(message)") }
            switch PadProgram.run(words) {
            case .pattern(let drawn): return drawn
            case .cancelled: throw Failure(.interrupted, say("cancelled; nothing was changed"))
            case .unavailable: draws = false
            }
        }
        if let message { terminal.show("\(message)\n") }
        return try Failure.of { () throws(Terminal.Ending) in try terminal.ask("\(typed): ") }
    }
}
