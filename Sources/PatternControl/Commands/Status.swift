internal import PatternVault

/// `patternctl status`: what there is to know of one account's pattern.
struct Status {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let session = try Session(options)
        let account = try session.account()
        let name = String(bytes: account.name)
        let folder = try session.credentials()
        guard let record = try Record(uid: account.uid, folder) else {
            if options.json {
                let fields = [
                    JSON.Field("user", .string(name)), JSON.Field("uid", .number(Int(account.uid))),
                    JSON.Field("enrolled", .bool(false)),
                ]
                try Output.print(JSON.object(fields).text)
                throw Failure(.notEnrolled, "")
            }
            throw Failure(.notEnrolled, "\(name): has no pattern; set one with patternctl enroll")
        }
        try Output.print(options.json ? JSON.object(record.json).text : text(of: record, name: name))
        if let problem = record.problem {
            throw Failure(.unusable, "\(name): \(problem); enroll again")
        }
    }

    private func text(of record: Record, name: String) -> String {
        guard let credential = record.credential else { return "\(name): the pattern can't be used" }
        return """
            \(name): has a pattern
              grid      \(credential.gridName)
              hash      \(credential.hash.method.name)
              enrolled  \(Time.local(credential.enrolled))
            """
    }
}
