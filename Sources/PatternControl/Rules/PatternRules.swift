internal import Languages
internal import PatternGrid
internal import PatternVault

/// What a new pattern must be, by pattern.conf and the command line.
struct PatternRules {
    /// The grid it is drawn on.
    let grid: Grid
    /// How typed symbols name nodes.
    let keypad: Keypad
    /// The fewest nodes.
    let minimumNodes: Int
    /// What is refused because many people choose it.
    let blocklist: BlocklistRule

    /// Reads the rules, and sees that there is a pattern that keeps them.
    init(_ settings: Settings, grid: Grid? = nil, keypad: Keypad? = nil) throws(Failure) {
        self.grid = grid ?? settings.grid
        self.keypad = keypad ?? settings.keypad
        minimumNodes = settings.minimumNodes
        blocklist = try BlocklistRule(settings)
        guard minimumNodes <= self.grid.nodeCount else {
            throw Failure(
                .unusable,
                say(
                    "min_nodes is %1, but a %2 grid has %3 dots; correct pattern.conf, or give another --grid",
                    "\(minimumNodes)", self.grid.text, "\(self.grid.nodeCount)"))
        }
    }

    /// The canonical text of what was typed, or why it is refused.
    func canonicalText(of typed: borrowing Secret) throws(Failure) -> Secret {
        do throws(SecretPattern.Failure) {
            let text = try SecretPattern.canonicalText(of: typed.span, keypad: keypad, grid: grid)
            guard SecretPattern.nodeCount(ofCanonical: text) >= minimumNodes else {
                throw SecretPattern.Failure.typed(.tooShort)
            }
            let isBlocked = try isBlocked(text)
            if !isBlocked { return text }
        } catch {
            throw refusal(error)
        }
        throw Failure(.refused, "\(blocklist.reason(on: grid)); \(try example())")
    }

    private func isBlocked(_ text: borrowing Secret) throws(SecretPattern.Failure) -> Bool {
        try SecretPattern.read(text.span, keypad: keypad, grid: grid) { nodes in
            blocklist.list.blocks(nodes, on: grid)
        }
    }

    private func refusal(_ failure: SecretPattern.Failure) -> Failure {
        switch failure {
        case .typed(.empty): Failure(.refused, say("nothing typed"))
        case .typed(.tooShort):
            Failure(.refused, say("too short; a pattern has at least %1 dots", "\(minimumNodes)"))
        case .typed(.notAPattern): Failure(.refused, say("not a pattern; %1", advice))
        case .noMemory: Failure(.refused, say("no memory"))
        }
    }

    /// What a prompt shows of how to type.
    var cue: String {
        grid == .phone
            ? "\(keypad.map)" : "\(grid.text), " + say("numbers 1 to %1 with dashes", "\(grid.nodeCount)")
    }

    /// A pattern at random that these rules take.
    func suggestion() throws(Failure) -> Pattern {
        var numbers = RandomNumbers(Random.word)
        let length = max(minimumNodes, Random.usualLength)
        return try Random.draw(.exactly(length), from: PatternSpace(grid: grid), &numbers) {
            !blocklist.list.blocks($0)
        }
    }

    private func example() throws(Failure) -> String {
        let pattern = try suggestion()
        // On a keypad that is not a phone's, digits would be other nodes.
        let text = keypad == .phone ? pattern.numbers : pattern.canonicalText
        return say("for example, %1 is not", String(bytes: text))
    }

    private var advice: String {
        grid == .phone
            ? say("type the dots as %1", "\(keypad.map)")
            : say("type the numbers of the dots, 1 to %1, with dashes between them", "\(grid.nodeCount)")
    }
}
