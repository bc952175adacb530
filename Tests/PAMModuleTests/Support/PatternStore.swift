import Foundation
import PatternGrid
import PatternVault

/// A store in a temporary folder with the pattern of one account, `daemon`, which every system has and
/// nobody locks; and a settings file. Both belong to root, as the module wants.
final class PatternStore: Sendable {
    /// The account.
    static let account = (name: "daemon", uid: UInt32(1))
    /// What is enrolled, typed on a phone's keypad: none of those that people choose most.
    static let right = "741683"
    /// Another pattern.
    static let wrong = "147852"

    /// What the store and the settings lie in.
    let path: String
    private let location: StoreLocation

    /// Makes a store and enrols ``right``, or `text` on a grid.
    init(_ text: String = right, on grid: Grid = .phone) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        path = folder.path
        let names = ["", "/store", "/store/credentials", "/store/attempts"]
        for name in names {
            let mode = name.hasSuffix("s") ? 0o750 : 0o755
            try FileManager.default.createDirectory(
                atPath: path + name, withIntermediateDirectories: false, attributes: [.posixPermissions: mode]
            )
        }
        location = StoreLocation(path: try Self.path("\(path)/store"))
        try enroll(text, on: grid)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The arguments that name the store and a settings file.
    var arguments: [String] { ["store=\(path)/store"] }

    /// Writes a settings file and gives the argument that names it.
    func settings(_ lines: String...) throws -> String {
        let file = "\(path)/pattern.conf"
        try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: file))
        return "conf=\(file)"
    }

    /// The file of the account's credential, below the store.
    var credential: String { "\(path)/store/credentials/\(Self.account.uid)" }

    /// The file of its attempts.
    var attempts: String { "\(path)/store/attempts/\(Self.account.uid)" }

    /// Tries since the last right one, and all since the password.
    func counts() throws -> [Int] {
        let attempts = try AttemptsFile(
            uid: Self.account.uid, in: StoreFolder(.attempts, of: location)
        ).read()
        return [attempts.failures, Int(attempts.total)]
    }

    private func enroll(_ text: String, on grid: Grid) throws {
        let pattern = try Pattern(typed: Array(text.utf8).span, keypad: .phone, on: grid)
        guard let secret = Secret(copying: pattern.canonicalText.span) else { throw Errno.noMemory }
        let hash = try Hasher.make(secret, cost: 1, random: System.random)
        _ = try StoreFolder(.attempts, of: location).provideAttempts(uid: Self.account.uid)
        try StoreFolder(.credentials, of: location).replace(
            Credential(
                uid: Self.account.uid, name: Array(Self.account.name.utf8), grid: grid, hash: hash,
                enrolled: 1_764_486_000))
    }

    private static func path(_ text: String) throws -> Path {
        guard let path = Path(absolute: Array(text.utf8).span) else { throw Errno.noSuchFile }
        return path
    }
}
