import Foundation
import PatternVault
import Testing

/// The settings of locks and of the strong factor.
struct LockSettingsTests {
    /// Reads pattern.conf with these lines, and arguments.
    private static func load(_ file: String, _ arguments: [String] = []) throws -> Settings {
        let folder = try TemporaryFolder()
        try folder.write(file.bytes, to: "pattern.conf", mode: 0o644)
        return try Settings.load(
            arguments: arguments.map(\.bytes), standardFile: try folder.vaultPath(of: "pattern.conf"),
            owner: geteuid())
    }

    /// What is wrong with a file or an argument; nothing when all is well. The folder of the file, which
    /// is made up, is left out.
    private static func complaint(_ file: String, _ arguments: [String] = []) throws -> String {
        do {
            _ = try load(file, arguments)
            return ""
        } catch let error as SettingsError {
            let text = String(error.text)
            guard let end = text.range(of: "/pattern.conf line") else { return text }
            return "pattern.conf line" + text[end.upperBound...]
        }
    }

    @Test func areTheDocumentedOnesUnlessSet() throws {
        let settings = try Self.load("")
        #expect(!settings.isStrongLine)
        #expect(!settings.strongAfterBoot)
        #expect(settings.strongEveryHours == 0)
        #expect(settings.schedule.deny == 5)
        #expect(settings.schedule.waits == [60, 300, 900, 1_800, 5_400, 14_400])
        #expect(settings.schedule.budget == 50)
    }

    @Test func areAllReadFromOneFile() throws {
        let settings = try Self.load(
            """
            # Locks
            deny = 3
            waits = 30s, 2m ,1h,1d   # blanks are dropped
            budget = "20"
            strong_after_boot
            strong_every = 72
            """)
        #expect(settings.schedule.deny == 3)
        #expect(settings.schedule.waits == [30, 120, 3_600, 86_400])
        #expect(settings.schedule.budget == 20)
        #expect(settings.strongAfterBoot)
        #expect(settings.strongEveryHours == 72)
    }

    @Test(arguments: [
        ("deny=1", ""), ("deny=20", ""), ("budget=1", ""), ("budget=1000", ""), ("strong_every=0", ""),
        ("strong_every=8760", ""), ("strong_after_boot=yes", ""), ("strong_after_boot=no", ""),
        ("waits=1s", ""),
        ("waits=365d", ""), ("waits=8760h", ""), ("waits=31536000s", ""),
        ("waits=" + [String](repeating: "1m", count: 20).joined(separator: ","), ""),
        ("deny=0", "needs a whole number from 1 to 20"),
        ("deny=21", "needs a whole number from 1 to 20"),
        ("deny=-1", "needs a whole number from 1 to 20"),
        ("deny=+5", "needs a whole number from 1 to 20"),
        ("deny=05", "needs a whole number from 1 to 20"),
        ("deny=5 5", "needs a whole number from 1 to 20"),
        ("deny=5.0", "needs a whole number from 1 to 20"),
        ("deny=99999999999999999999", "needs a whole number from 1 to 20"),
        ("deny=", "needs a whole number from 1 to 20"),
        ("deny", "needs a whole number from 1 to 20"),
        ("budget=0", "needs a whole number from 1 to 1000"),
        ("budget=1001", "needs a whole number from 1 to 1000"),
        ("budget", "needs a whole number from 1 to 1000"),
        ("strong_every=8761", "needs hours, a whole number up to 8760"),
        ("strong_every=24h", "needs hours, a whole number up to 8760"),
        ("strong_every=-1", "needs hours, a whole number up to 8760"),
        ("strong_every", "needs hours, a whole number up to 8760"),
        ("strong_after_boot=maybe", "needs yes or no"),
        ("strong_after_boot=", "needs yes or no"),
        ("strong_after_boot=1", "needs yes or no"),
    ])
    func haveAGrammar(line: String, reason: String) throws {
        let expected = reason.isEmpty ? "" : "pattern.conf line 2 \"\(line)\": \(reason)"
        #expect(try Self.complaint("# first\n\(line)\n") == expected)
    }

    @Test(arguments: [
        ("", "no time"), (",", "two times of nothing"), ("1m,", "nothing behind the comma"),
        (",1m", "nothing in front of it"), ("1m,,5m", "nothing between"), ("60", "no unit"),
        ("m", "no number"),
        ("0s", "no wait at all"), ("0m,1m", "nor in front"), ("1w", "no such unit"), ("1M", "a capital"),
        ("-1m", "less than none"), ("01m", "a leading zero"), ("1 m", "a blank inside"),
        ("1.5h", "a fraction"),
        ("366d", "more than a year"), ("8761h", "more than a year"), ("31536001s", "more than a year"),
        ("99999999999999999999s", "no number that fits"),
        ([String](repeating: "1m", count: 21).joined(separator: ","), "21 of them"),
    ])
    func takeNoOtherWaits(waits: String, why: String) throws {
        let complaint = try Self.complaint("waits=\(waits)")
        #expect(complaint.hasSuffix(": needs 1 to 20 times such as 1m,5m,4h, none above 365d"), "\(why)")
        #expect(complaint.hasPrefix("pattern.conf line 1 \"waits="), "\(why)")
    }

    @Test func takeNoWaitsWithoutAValue() throws {
        #expect(
            try Self.complaint("waits")
                == "pattern.conf line 1 \"waits\": needs 1 to 20 times such as 1m,5m,4h, none above 365d")
    }

    /// One record means the same to every caller, so no line of a stack may say otherwise.
    @Test(arguments: ["deny=3", "waits=1m", "budget=9", "strong_after_boot", "strong_every=1"])
    func stayInTheFile(setting: String) throws {
        #expect(try Self.complaint(setting) == "")
        #expect(
            try Self.complaint("", [setting])
                == "argument \"\(setting)\": may stand in pattern.conf alone")
    }

    @Test func strongIsAnArgumentAlone() throws {
        #expect(try Self.load("", ["strong"]).isStrongLine)
        #expect(try Self.load("", ["strong=yes"]).isStrongLine)
        #expect(try !Self.load("", ["strong=no"]).isStrongLine)
        #expect(try Self.complaint("", ["strong=1"]) == "argument \"strong=1\": needs yes or no")
        #expect(
            try Self.complaint("strong")
                == "pattern.conf line 1 \"strong\": may be an argument of the module alone")
    }

    @Test(arguments: ["deny=3", "waits=1m", "budget=9", "strong_after_boot", "strong_every=1"])
    func areSetOnce(setting: String) throws {
        #expect(
            try Self.complaint("\(setting)\n\n\(setting)")
                == "pattern.conf line 3 \"\(setting)\": is set twice")
    }

    @Test(arguments: ["Deny=3", "strong-every=1", "wait=1m", "budgets=9", "deny =3x"])
    func haveNoOtherNames(setting: String) throws {
        let complaint = try Self.complaint(setting)
        #expect(complaint.hasPrefix("pattern.conf line 1 \"\(setting)\": "))
    }
}
