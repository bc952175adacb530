import PatternVault
import TestSupport
import Testing

/// Whatever stands in a file or among the arguments: settings or an error, never a trap.
struct SettingsRandomTests {
    /// Pieces that lead a reader far.
    private static let pieces =
        SettingKey.allCases.map { "\($0.name)" } + [
            "=", "=", " ", "\t", "\n", "\n", "#", "\"", "\"", ",", "yes", "no", "3", "99999999999999999999",
            "local", "any", "text", "4x4", "/etc", "\u{0}", "\r", "\u{ff}", "Password:", "phone",
        ]

    @Test(arguments: 1...4)
    func isTotal(seed: Int) async {
        await #expect(processExitsWith: .success) { [seed] in
            var random = SeededRandom(seed: UInt64(seed))
            var good = 0
            let folder = try TemporaryFolder()
            for round in 0..<400 {
                let text = Self.text(round, &random)
                try folder.write(Array(text.prefix(4_096)), to: "pattern.conf", mode: 0o644)
                good += Self.load([], in: folder)
                good += Self.load([text], in: folder)
                good += Self.load(text.split(separator: 0x20).map { Array($0) }, in: folder)
            }
            // Some of it is right by chance, or the generator would be of no use.
            #expect(good > 20)
        }
    }

    private static func text(_ round: Int, _ random: inout SeededRandom) -> [UInt8] {
        let length = Int.random(in: 0...12, using: &random)
        return switch round % 4 {
        case 0: random.bytes(length * length * 30, of: Array(UInt8.min...UInt8.max))
        case 1: [UInt8](repeating: random.bytes(1, of: "\"# =\n,a".bytes)[0], count: length * 300)
        default: (0..<length).compactMap { _ in pieces.randomElement(using: &random)?.bytes }.flatMap { $0 }
        }
    }

    /// Loads, checks what an error says, and tells with 1 that there was none.
    private static func load(_ arguments: [[UInt8]], in folder: TemporaryFolder) -> Int {
        do {
            _ = try SettingsText.load(arguments, in: folder)
            return 1
        } catch let failure as SettingsText.Failure {
            let text = failure.description.bytes
            #expect(text.allSatisfy { (0x20...0x7e).contains($0) })
            #expect(text.count < 500)
        } catch {
            Issue.record(error)
        }
        return 0
    }
}
