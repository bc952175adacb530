package import PatternVault

/// A stored credential that is tried.
package struct AuditTarget: Equatable, Sendable {
    /// The credential.
    package let credential: Credential
    /// What a hash of it roughly takes.
    package let cost: HashCost
    /// How many guesses are tried.
    package let guesses: Int

    /// Tries so many guesses against a credential.
    package init(_ credential: Credential, guesses: Int) {
        self.credential = credential
        cost = credential.hash.cost
        self.guesses = guesses
    }
}

/// Among which guesses a pattern is: which of them it is would tell the pattern.
package enum AuditBucket {
    /// The first so many.
    package static var ends: [Int] { [10, 100, 1000] }

    /// The guesses among which one is, when so many are tried.
    package static func guesses(around guess: Int, of tried: Int) -> Range<Int> {
        let start = ends.last { $0 <= guess } ?? 0
        let end = ends.first { $0 > guess } ?? tried
        return start..<min(end, tried)
    }
}
