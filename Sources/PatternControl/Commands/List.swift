internal import Languages
internal import PatternVault

/// `patternctl list`: all records, those whose account is gone or that can't be read among them.
struct List {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        try session.requireRoot(say("only root may list patterns; run it with sudo"))
        let records = try Record.all(session, try session.credentials())
        if options.json {
            try Output.print(JSON.array(records.map { .object($0.json) }).text)
        } else {
            try printTable(records)
        }
        if records.contains(where: { $0.credential == nil }) {
            throw Failure(.unusable, say("some records can't be used; remove them and enroll again"))
        }
        for record in records where !record.isOrphan {
            if let problem = record.problem { throw Failure(.unusable, "\(record.user): \(problem)") }
        }
    }

    private func printTable(_ records: [Record]) throws(Failure) {
        if records.isEmpty {
            try Output.print(say("No pattern is enrolled."))
            return
        }
        var rows = [["USER", "UID", "GRID", "HASH", "ENROLLED", "REMARK"]]
        rows += records.map { record in
            let credential = record.credential
            return [
                record.user, String(record.uid), credential?.gridName ?? "-",
                credential.map { String($0.hash.method.name) } ?? "-",
                credential.map { Time.local($0.enrolled) } ?? "-",
                record.problem ?? record.tries.remark ?? "",
            ]
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while line.last == " " { line.removeLast() }
            try Output.print(line)
        }
    }
}
