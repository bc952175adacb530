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

/// Numbers that look random and are the same in every run: splitmix64.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
