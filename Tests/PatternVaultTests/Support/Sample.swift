import PatternGrid
import PatternVault

/// A good record and its parts, for tests to take and to spoil.
enum Sample {
    /// The drawing that the record is of: none of those that people choose most.
    static let drawing = "7-4-1-6-8-3"

    /// What is hashed of it.
    static let canonical = "3x3:7-4-1-6-8-3"

    /// Made by Python's crypt.crypt of ``canonical``, with the fewest rounds there are.
    static let hash = "$5$rounds=1000$pattern$dkOTc4SYUMVI2dPWNNdpaUOw3JLnxwK8T7XdPaa1eD2"

    /// The same of `4x4:1-6-11-12-7`.
    static let largeHash = "$5$rounds=1000$pattern$M/6fZw0kWkTjs/8SHdM6TijLfg4yvQ448yFTX2EOVV3"

    /// A record as it stands in a file.
    static let record = """
        pam_pattern credential 1
        uid=1000
        name=alice
        grid=3x3
        enrolled=1764486000
        hash=\(hash)

        """

    /// A credential; that of ``record`` unless something else is asked for.
    static func credential(
        uid: UInt32 = 1_000, name: String = "alice", grid: Grid = .phone, hash: String = hash,
        enrolled: Int = 1_764_486_000
    ) throws -> Credential {
        Credential(
            uid: uid, name: name.bytes, grid: grid, hash: try PatternHash.sample(hash), enrolled: enrolled)
    }
}

extension PatternHash {
    /// A hash that the test takes for a good one.
    static func sample(_ text: String) throws -> PatternHash {
        guard let hash = PatternHash(text.bytes.span) else { throw Unexpected.badSample(text) }
        return hash
    }
}
