internal import PatternGrid

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

    /// What `explain --json` tells about the line itself.
    var json: [JSON.Field] {
        fields + (reason == nil ? StrengthSummary(of: pattern).fields : StrengthSummary.noFields)
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
