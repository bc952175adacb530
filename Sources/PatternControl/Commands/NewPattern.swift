internal import PatternGrid
internal import PatternVault

/// Asks a person for a new pattern twice, drawn where that can be done and typed elsewhere.
struct NewPattern {
    /// How often a person may start over before the command gives up.
    private static let turns = 3
    private static let again = "The same again"

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
            message = "Not the same."
        }
        throw Failure(.refused, "never the same twice; nothing was changed")
    }

    /// Asks until the rules take it.
    private mutating func askFirst() throws(Failure) -> Secret {
        let prompt = "New pattern for \(name)"
        var message: String?
        for _ in 1...NewPattern.turns {
            let typed = "\(prompt) (\(rules.cue))"
            let answer = try answer(to: prompt, typed: typed, message, isChoosing: true)
            guard answer.count > 0 else { throw Failure(.refused, "nothing typed; nothing was changed") }
            do throws(Failure) {
                return try rules.canonicalText(of: answer)
            } catch {
                message = "It is \(error.message)."
            }
        }
        throw Failure(.refused, "no usable pattern; nothing was changed")
    }

    /// Asks once, by the pad or by a prompt.
    private mutating func answer(
        to prompt: String, typed: String, _ message: String?, isChoosing: Bool
    ) throws(Failure) -> Secret {
        guard let terminal = Terminal() else {
            throw Failure(.refused, "no terminal; give the pattern on standard input")
        }
        if draws {
            var words = ["--grid=\(rules.grid.side)", "--keypad=\(rules.keypad.name)", "--prompt=\(prompt)"]
            if isChoosing { words.append("--choose") }
            if let message { words.append("--message=\(message)") }
            switch PadProgram.run(words) {
            case .pattern(let drawn): return drawn
            case .cancelled: throw Failure(.interrupted, "cancelled; nothing was changed")
            case .unavailable: draws = false
            }
        }
        if let message { terminal.show("\(message)\n") }
        do throws(Terminal.Ending) {
            return try terminal.ask("\(typed): ")
        } catch {
            throw Failure(error)
        }
    }
}
