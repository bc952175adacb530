import PatternVault
import Testing

@testable import PatternControl

/// Records on their way, without a machine.
struct RecordFileTests {
    private static let hash = "$5$rounds=1000$pattern$" + String(repeating: "a", count: 43)

    private static func hash(_ text: [UInt8]) -> PatternHash? { PatternHash(text.span) }

    private func file(_ text: String) -> RecordFile { file(Array(text.utf8)) }

    private func file(_ bytes: [UInt8]) -> RecordFile { RecordFile(parsing: bytes.span) }

    private func plan(
        _ text: String, only wanted: Account? = nil,
        accounts: [String: UInt32] = ["alice": 7, "Alice": 7, "bob": 8]
    ) throws -> ImportPlan {
        try ImportPlan(file(text), only: wanted) { name throws(Failure) in
            accounts[String(decoding: name, as: UTF8.self)].map {
                Account(name: Array("alice".utf8), uid: $0)
            }
        }
    }

    @Test func whatIsWrittenIsRead() {
        let text = "pam_pattern credentials 1\nalice:3x3:1764486000:\(Self.hash)\nbob:6x6:0:\(Self.hash)\n"
        let read = file(text)
        #expect(read.refusals.isEmpty)
        #expect(read.entries.map(\.number) == [2, 3])
        #expect(RecordFile.text(of: read.entries.map(\.record)) == Array(text.utf8))
    }

    @Test func hashesAreWhole() throws {
        for (prefix, length) in [
            ("$y$j9T$salt$", 43), ("$gy$j9T$salt$", 43), ("$7$CU..../....salt$", 43), ("$5$salt$", 43),
            ("$6$salt$", 86),
        ] {
            for (count, isWhole) in [(length - 1, false), (length, true), (length + 1, false)] {
                let text = Array((prefix + String(repeating: "z", count: count)).utf8)
                let hash = try #require(Self.hash(text))
                #expect(hash.isWhole == isWhole, "\(prefix) \(count)")
            }
        }
    }

    /// Two names may be one account.
    @Test func oneAccountOnce() throws {
        let text = "pam_pattern credentials 1\nalice:3x3:1:\(Self.hash)\nAlice:3x3:1:\(Self.hash)\n"
        let plan = try plan(text)
        #expect(plan.refusals == [RecordFile.Refusal(number: 3, reason: "Alice: is on line 2 already")])
        #expect(plan.credentials.map(\.uid) == [7])
    }

    @Test func refusalsAreInOrder() throws {
        let text = "pam_pattern credentials 1\nzorro:3x3:1:\(Self.hash)\nx\nzorro:3x3:1:\(Self.hash)\n"
        #expect(try plan(text).refusals.map(\.number) == [2, 3, 4])
    }

    @Test func otherLinesNeedBeSoundAlone() throws {
        let text = "pam_pattern credentials 1\nzorro:3x3:1:\(Self.hash)\nbob:3x3:1:\(Self.hash)\n"
        let bob = Account(name: Array("bob".utf8), uid: 8)
        #expect(try plan(text, only: bob).credentials.map(\.uid) == [8])
        #expect(try plan(text + "x\n", only: bob).refusals.map(\.number) == [4])
        #expect(throws: Failure.self) { try plan(text, only: Account(name: Array("carol".utf8), uid: 9)) }
    }

    @Test func anythingElseIsRefused() {
        var random = SystemRandomNumberGenerator()
        let whole = Array("pam_pattern credentials 1\nalice:3x3:1764486000:\(Self.hash)\n".utf8)
        for index in whole.indices {
            let refusals = file(Array(whole[..<index])).refusals
            // Behind the version line it is a file without records.
            #expect(refusals.isEmpty == (index == 26), "cut at \(index)")
        }
        for _ in 0..<2000 {
            var bytes = whole
            bytes[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = file(bytes)
        }
    }
}
