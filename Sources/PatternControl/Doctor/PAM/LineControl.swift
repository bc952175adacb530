/// What libpam does with a module's result, as the second word of a line says it; see pam.conf(5).
struct LineControl: Hashable {
    /// What a result leads to.
    enum Action: Hashable {
        case ignore, ok, done, bad, die, reset
        /// So many lines are passed over.
        case jump(Int)

        fileprivate init?(_ word: Substring) {
            switch word {
            case "ignore": self = .ignore
            case "ok": self = .ok
            case "done": self = .done
            case "bad": self = .bad
            case "die": self = .die
            case "reset": self = .reset
            default:
                guard let count = Int(word), count > 0 else { return nil }
                self = .jump(count)
            }
        }
    }

    private let actions: [PAMResult: Action]
    /// For results that are not named; libpam takes none for bad.
    private let fallback: Action

    /// Everything is bad: what libpam makes of a control that it can't read.
    static let mustFail = LineControl(actions: [:], fallback: .bad)
    /// Nothing counts: the line that a substack begins with.
    static let nothing = LineControl(actions: [:], fallback: .ignore)

    private init(actions: [PAMResult: Action], fallback: Action) {
        self.actions = actions
        self.fallback = fallback
    }

    /// Reads `required` and its like, or pairs such as `success=ok default=bad`; nil when libpam can't.
    init?(_ word: String) {
        let text: String =
            switch word.lowercased() {
            case "required": "success=ok new_authtok_reqd=ok ignore=ignore default=bad"
            case "requisite": "success=ok new_authtok_reqd=ok ignore=ignore default=die"
            case "sufficient": "success=done new_authtok_reqd=done default=ignore"
            case "optional": "success=ok new_authtok_reqd=ok default=ignore"
            default: word
            }
        var actions: [PAMResult: Action] = [:]
        var fallback = Action.bad
        for pair in LineControl.pairs(text) {
            guard let action = Action(pair.value) else { return nil }
            if pair.name == "default" {
                fallback = action
            } else {
                guard let result = PAMResult(rawValue: String(pair.name)) else { return nil }
                actions[result] = action
            }
        }
        if actions.isEmpty, fallback == .bad, !text.contains("=") { return nil }
        self.init(actions: actions, fallback: fallback)
    }

    /// What a result leads to.
    func action(for result: PAMResult) -> Action { actions[result] ?? fallback }

    /// `name=value` with or without blanks around the `=`; a word without one has an empty value.
    private static func pairs(_ text: String) -> [(name: Substring, value: Substring)] {
        var words: [Substring] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            // The = may stand by itself or at the end of a word, or begin one.
            if let last = words.last, word.hasPrefix("=") || last.hasSuffix("=") {
                words[words.count - 1] = Substring(last + word)
            } else {
                words.append(word)
            }
        }
        return words.map { word in
            guard let equals = word.firstIndex(of: "=") else { return (word, "") }
            return (word[..<equals], word[word.index(after: equals)...])
        }
    }
}
