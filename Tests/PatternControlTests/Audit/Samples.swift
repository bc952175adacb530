import PatternControl
import PatternGrid
import PatternVault

/// Credentials to plan with; nothing hashes them.
enum Samples {
    /// A hash that costs little.
    static let cheap = "$5$rounds=1000$salt$hash"
    /// And one that costs much.
    static let dear = "$y$jBT$salt$hash"

    /// A credential that so many guesses are tried against.
    static func target(_ uid: UInt32, guesses: Int, hash: String = cheap) -> AuditTarget {
        guard let hash = PatternHash(Array(hash.utf8).span) else { fatalError("no hash: \(hash)") }
        return AuditTarget(
            Credential(uid: uid, name: Array("user\(uid)".utf8), grid: .phone, hash: hash, enrolled: 0),
            guesses: guesses)
    }

    /// A state in which a credential came so far.
    static func state(_ entries: [(AuditTarget, AuditState.Progress)]) -> AuditState {
        var state = AuditState(order: 1)
        for (target, progress) in entries {
            state.entries[target.credential.uid] = AuditState.Entry(
                fingerprint: target.credential.fingerprint, progress: progress)
        }
        return state
    }
}
