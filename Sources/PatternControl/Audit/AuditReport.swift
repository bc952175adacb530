internal import Languages
internal import PatternGrid
internal import PatternVault

/// What an audit found, by account: among which guesses a pattern is, never which one it is.
struct AuditReport {
    /// One account.
    struct Row {
        let record: Record
        /// The guesses that its pattern is one of; nil when it is none of them.
        let guesses: Range<Int>?
        /// Why it could not be tried; nil when it was.
        let problem: String?
    }

    /// The accounts, in ascending order of uids.
    let rows: [Row]
    private let limit: Int

    init(_ plan: AuditPlan, records: [Record], limit: Int) {
        self.limit = limit
        var outcomes: [UInt32: AuditPlan.Outcome] = [:]
        for (target, outcome) in zip(plan.targets, plan.outcomes) {
            outcomes[target.credential.uid] = outcome
        }
        rows = records.map { record in
            switch outcomes[record.uid] {
            case .found(let guesses): return Row(record: record, guesses: guesses, problem: nil)
            case .notFound: return Row(record: record, guesses: nil, problem: nil)
            case .failed, nil:
                let problem = record.credential == nil ? record.problem : nil
                return Row(
                    record: record, guesses: nil,
                    problem: problem ?? say("can't be hashed, for lack of memory"))
            }
        }
    }

    /// How many were found.
    var found: Int { rows.count { $0.guesses != nil } }

    /// How many could not be tried.
    var untried: Int { rows.count { $0.problem != nil } }

    /// What people read.
    var lines: [String] {
        guard !rows.isEmpty else { return [say("No pattern is enrolled.")] }
        var lines: [String] = []
        if found > 0 {
            let names = rows.filter { $0.guesses != nil }.map(\.record.user)
            let width = max(4, names.map(\.count).max() ?? 0)
            lines.append(AuditReport.pad("USER", width) + "  GRID  AMONG THE FIRST")
            for row in rows {
                guard let guesses = row.guesses else { continue }
                lines.append(
                    AuditReport.pad(row.record.user, width)
                        + "  \(row.record.credential?.gridName ?? "-")   \(Amount.grouped(guesses.upperBound))"
                )
            }
            lines.append("")
        }
        for row in rows {
            if let problem = row.problem {
                lines.append(say("%1: not tried: %2", row.record.user, problem))
            }
        }
        let tried = rows.count - untried
        if tried > 0 {
            lines.append(AuditReport.summary(found: found, of: tried, limit: limit))
        }
        if found > 0 { lines.append(say("Ask for another pattern: patternctl enroll.")) }
        return lines
    }

    private static func summary(found: Int, of tried: Int, limit: Int) -> String {
        let first = limit == 1 ? say("the first guess") : say("the first %1 guesses", Amount.grouped(limit))
        let patterns = say("%1 pattern", "%1 patterns", count: tried)
        guard found > 0 else {
            // Translators: "None of 3 patterns is among the first 100 guesses."
            return say("None of %1 is among %2.", patterns, first)
        }
        // Translators: "1 of 3 patterns is among the first 100 guesses."
        return say("%1 of %2 is among %3.", "%1 of %2 are among %3.", count: found, patterns, first)
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The object of `audit --json`.
    var json: JSON {
        .object([
            JSON.Field("guesses", .number(limit)),
            JSON.Field("found", .number(found)),
            JSON.Field(
                "users",
                .array(
                    rows.map { row in
                        .object([
                            JSON.Field("user", .string(row.record.user)),
                            JSON.Field("uid", .number(Int(row.record.uid))),
                            JSON.Field("grid", .optional(row.record.credential?.gridName)),
                            JSON.Field("found", row.problem == nil ? .bool(row.guesses != nil) : .null),
                            JSON.Field("among_first", row.guesses.map { .number($0.upperBound) } ?? .null),
                            JSON.Field("problem", .optional(row.problem)),
                        ])
                    })),
        ])
    }
}
