internal import PatternGrid

/// What each setting may be.
extension Settings {
    /// Why a value can't be taken, as a clause that says what to write instead.
    struct Refusal: Error {
        let reason: StaticString
    }

    /// Gives a setting its value; nil is a name without `=`.
    mutating func set(_ key: SettingKey, to value: Span<UInt8>?) throws(Refusal) {
        switch key {
        case .prompt: prompt = try Settings.prompt(value)
        case .cue: cue = try Settings.flag(value)
        case .tries:
            tries = try Settings.number(value, 1...10, "needs a whole number from 1 to 10")
        case .keypad: keypad = try Settings.keypad(value)
        case .nouserok: nouserok = try Settings.flag(value)
        case .debug: debug = try Settings.flag(value)
        case .quiet: quiet = try Settings.flag(value)
        case .nodelay: nodelay = try Settings.flag(value)
        case .forwardPass: forwardPass = try Settings.forwardPass(value)
        case .root: root = try Settings.answer(value)
        case .remote: remote = try Settings.answer(value)
        case .others: others = try Settings.answer(value)
        case .services: services = try Settings.services(value)
        case .strong: isStrongLine = try Settings.flag(value)
        case .strongAfterBoot: strongAfterBoot = try Settings.flag(value)
        case .strongEvery:
            strongEveryHours = try Settings.number(value, 0...8760, "needs hours, a whole number up to 8760")
        case .deny:
            schedule.deny = try Settings.number(value, 1...20, "needs a whole number from 1 to 20")
        case .waits: schedule.waits = try Settings.waits(value)
        case .budget:
            schedule.budget = try Settings.number(value, 1...1000, "needs a whole number from 1 to 1000")
        case .minNodes:
            minimumNodes = try Settings.number(value, 4...36, "needs a whole number from 4 to 36")
        case .grid: grid = try Settings.grid(value)
        case .cost:
            cost = try Settings.number(value, Hasher.costs, "needs a whole number from 1 to 11")
        case .blocklist: blocklist = try Settings.blocklist(value)
        case .selfService: selfService = try Settings.selfService(value)
        case .conf: file = try Settings.path(value)
        case .store: store = try Settings.path(value)
        }
    }

    /// A name alone, or `yes` or `no`.
    private static func flag(_ value: Span<UInt8>?) throws(Refusal) -> Bool {
        guard let value else { return true }
        return try answer(value)
    }

    private static func answer(_ value: Span<UInt8>?) throws(Refusal) -> Bool {
        if let value, value.equals("yes") { return true }
        if let value, value.equals("no") { return false }
        throw Refusal(reason: "needs yes or no")
    }

    private static func number(
        _ value: Span<UInt8>?, _ range: ClosedRange<Int>, _ reason: StaticString
    ) throws(Refusal) -> Int {
        guard let number = value?.decimal(limit: range.upperBound), range.contains(number) else {
            throw Refusal(reason: reason)
        }
        return number
    }

    /// Times with commas between them, each a number and `s`, `m`, `h` or `d`.
    private static func waits(_ value: Span<UInt8>?) throws(Refusal) -> [Int] {
        let refusal = Refusal(reason: "needs 1 to 20 times such as 1m,5m,4h, none above 365d")
        guard let value else { throw refusal }
        var waits: [Int] = []
        var pieces = Pieces(of: value, separator: UInt8(ascii: ","))
        while let piece = pieces.next() {
            guard waits.count < 20, let seconds = seconds(piece.trimmed) else { throw refusal }
            waits.append(seconds)
        }
        return waits
    }

    private static func seconds(_ text: Span<UInt8>) -> Int? {
        guard text.count > 1 else { return nil }
        let unit =
            switch text[text.count - 1] {
            case UInt8(ascii: "s"): 1
            case UInt8(ascii: "m"): 60
            case UInt8(ascii: "h"): 3600
            case UInt8(ascii: "d"): 86400
            default: 0
            }
        let longest = 365 * 86400
        guard unit > 0, let number = text.extracting(0..<(text.count - 1)).decimal(limit: longest / unit),
            number > 0
        else { return nil }
        return number * unit
    }

    private static func keypad(_ value: Span<UInt8>?) throws(Refusal) -> Keypad {
        if let value {
            for keypad in Keypad.allCases where value.equals(keypad.name) {
                return keypad
            }
        }
        throw Refusal(reason: "needs phone, numpad or letters")
    }

    private static func forwardPass(_ value: Span<UInt8>?) throws(Refusal) -> ForwardPass {
        guard let value else { return .anything }
        guard value.equals("text") else { throw Refusal(reason: "takes no value but text") }
        return .text
    }

    private static func services(_ value: Span<UInt8>?) throws(Refusal) -> ServiceRule {
        guard let value, let rule = ServiceRule(value) else {
            throw Refusal(reason: "needs any, local or names with commas between them")
        }
        return rule
    }

    /// A grid by its side or its name, `4` or `4x4`.
    private static func grid(_ value: Span<UInt8>?) throws(Refusal) -> Grid {
        if let value {
            if let grid = Grid(named: value) { return grid }
            if let side = value.decimal(limit: 6), let grid = Grid(side: side) { return grid }
        }
        throw Refusal(reason: "needs a side from 3 to 6")
    }

    private static func blocklist(_ value: Span<UInt8>?) throws(Refusal) -> BlocklistChoice {
        if let value {
            if value.equals("none") { return .none }
            if value.equals("common") { return .common }
            if value.equals("strict") { return .strict }
            if let path = Path(absolute: value) { return .file(path) }
        }
        throw Refusal(reason: "needs none, common, strict or an absolute path")
    }

    private static func selfService(_ value: Span<UInt8>?) throws(Refusal) -> SelfServiceRule {
        if let value {
            if value.equals("yes") { return .yes }
            if value.equals("first") { return .first }
            if value.equals("no") { return .no }
        }
        throw Refusal(reason: "needs yes, first or no")
    }

    private static func path(_ value: Span<UInt8>?) throws(Refusal) -> Path {
        guard let value, let path = Path(absolute: value) else {
            throw Refusal(reason: "needs an absolute path")
        }
        return path
    }

    /// A prompt that fits into a PAM message and that sudo shows as it is.
    private static func prompt(_ value: Span<UInt8>?) throws(Refusal) -> [UInt8] {
        guard let value, (1...200).contains(value.count) else {
            throw Refusal(reason: "needs a text of 1 to 200 bytes")
        }
        for index in value.indices where value[index] < 0x20 || value[index] == 0x7f {
            throw Refusal(reason: "must not hold control characters")
        }
        // sudo's conversation puts its own prompt in place of this one (sudoers(5), passprompt_override).
        guard !value.starts(with: "Password:") else {
            throw Refusal(reason: "must not begin with Password:, which sudo rewrites")
        }
        return value.array
    }
}
