import PatternVault
import TestSupport
import Testing

/// Records that are not exactly as they must be.
struct CredentialDamageTests {
    /// The lines of a good record: a field each.
    private static let lines = Sample.record.split(separator: "\n").map { "\($0)\n" }

    @Test(arguments: 0..<6)
    func needsEveryField(index: Int) {
        var lines = Self.lines
        lines.remove(at: index)
        expect(.format, of: lines.joined())
    }

    @Test(arguments: 0..<6)
    func needsEveryFieldOnce(index: Int) {
        var lines = Self.lines
        lines.insert(lines[index], at: index)
        expect(.format, of: lines.joined())
        lines = Self.lines
        lines.append(lines[index])
        expect(.format, of: lines.joined())
    }

    @Test func needsTheFieldsInTheirOrder() {
        for first in 0..<6 {
            for second in 0..<first {
                var lines = Self.lines
                lines.swapAt(first, second)
                expect(.format, of: lines.joined())
            }
        }
    }

    @Test(arguments: [
        ("pam_pattern credential 1", "pam_pattern credential 2", "a later version"),
        ("pam_pattern credential 1", "pam_pattern credential 10", "a much later version"),
        ("pam_pattern credential 1", "PAM_PATTERN credential 1", "another magic"),
        ("pam_pattern credential 1", " pam_pattern credential 1", "a blank in front"),
        ("pam_pattern credential 1", "\u{feff}pam_pattern credential 1", "a byte order mark in front"),
        ("pam_pattern credential 1\n", "\npam_pattern credential 1\n", "an empty line in front"),
        ("\n", "\r\n", "CRLF at every end of a line"),
        ("uid=1000\n", "uid=1000\r\n", "CRLF at one end of a line"),
        ("uid=", "UID=", "a key in capitals"),
        ("uid=", "uid =", "a blank behind a key"),
        ("uid=", "uid= ", "a blank before a value"),
        ("uid=1000", "uid=1000 ", "a blank behind a value"),
        ("uid=1000", "uid=", "no uid"),
        ("uid=1000", "uid=01000", "a leading zero"),
        ("uid=1000", "uid=+1000", "a plus"),
        ("uid=1000", "uid=-1", "a negative uid"),
        ("uid=1000", "uid=0x3e8", "hexadecimal"),
        ("uid=1000", "uid=4294967296", "a uid of 33 bits"),
        ("uid=1000", "uid=18446744073709552616", "1000 and 2 to the 64th"),
        ("uid=1000", "uid=alice", "no number"),
        ("name=alice", "name=", "no name"),
        ("name=alice", "name=al ice", "a blank in a name"),
        ("name=alice", "name=alice\t", "a tab behind a name"),
        ("name=alice", "name=alice:", "a colon in a name"),
        ("name=alice", "name=alice\u{0}", "a NUL in a name"),
        ("name=alice", "name=" + String(repeating: "n", count: 257), "a name too long"),
        ("grid=3x3", "grid=", "no grid"),
        ("grid=3x3", "grid=3", "a side alone"),
        ("grid=3x3", "grid=2x2", "a grid too small"),
        ("grid=3x3", "grid=7x7", "a grid too large"),
        ("grid=3x3", "grid=3x4", "no square"),
        ("grid=3x3", "grid=3x3x3", "a cube"),
        ("enrolled=1764486000", "enrolled=", "no time"),
        ("enrolled=1764486000", "enrolled=-1", "a time before 1970"),
        ("enrolled=1764486000", "enrolled=01764486000", "a leading zero"),
        ("enrolled=1764486000", "enrolled=9223372036854775808", "2 to the 63rd"),
        ("enrolled=1764486000", "enrolled=1764486000.5", "a fraction"),
        ("enrolled=1764486000\n", "enrolled=1764486000\n\n", "an empty line in between"),
        ("enrolled=1764486000\n", "enrolled=1764486000\nshell=/bin/sh\n", "a field of a later version"),
    ])
    func needsEveryFieldExactly(part: String, replacement: String, why: String) {
        let damaged = Sample.record.replacing(part, with: replacement)
        #expect(damaged != Sample.record)
        expect(.format, of: damaged, why)
    }

    @Test(arguments: [
        ("\n", "an empty line"), ("x", "a byte"), ("\u{0}", "a NUL"), (" ", "a blank"),
        ("\n\n", "two empty lines"),
        (Sample.record, "the same record again"),
    ])
    func endsWithItsLastField(trailing: String, why: String) {
        expect(.format, of: Sample.record + trailing, why)
    }

    @Test(arguments: [
        ("", "no hash"),
        ("BVI43XtDnraMo", "DES"),
        ("$1$idxIdDpW$kJ601IXE/fkM0OJ7D000Z1", "MD5"),
        ("$2b$05$kFup8Bt9oYr/6OFU/ph8mOjYWM3X4e/lydiKmBPIa7lX9IaC0phEq", "bcrypt"),
        ("*0", "libcrypt's failure token"),
        ("*1", "its other failure token"),
        ("!", "locked"),
        ("x", "shadowed"),
        ("$9$salt$hash", "a method that is not there yet"),
        (Sample.hash + " ", "a blank behind a good hash"),
        (Sample.hash + "\r", "a carriage return behind a good hash"),
        (Sample.hash + "\u{0}", "a NUL behind a good hash"),
    ])
    func tellsAnUnknownMethodFromDamage(hash: String, why: String) {
        expect(.unknownMethod, of: Sample.record.replacing(Sample.hash, with: hash), why)
    }

    /// A disk that filled up, or lost power, leaves the beginning of a file.
    @Test func isWholeOrNotAtAll() {
        let record = Sample.record.bytes
        for length in 0..<record.count {
            let part = Array(record.prefix(length))
            #expect(throws: Credential.Flaw.format, "\(length) bytes") {
                try Credential(parsing: part.span)
            }
        }
    }

    @Test(arguments: [4_097, 8_192, 1 << 20])
    func isNoLongerThanAFileMayBe(size: Int) {
        let name = String(repeating: "n", count: size - Sample.record.utf8.count + "alice".utf8.count)
        let record = Sample.record.replacing("alice", with: name)
        #expect(record.utf8.count == size)
        expect(.format, of: record)
    }

    /// Whatever is taken for a record is one to the last byte: written again it is the same.
    @Test func takesNothingThatItWouldNotWrite() async {
        await #expect(processExitsWith: .success) {
            var taken = 0
            let bits = Sample.record.utf8.count * 8
            for bit in 0..<bits {
                var damaged = Sample.record.bytes
                damaged[bit / 8] ^= 1 << (bit % 8)
                guard let credential = try? Credential(parsing: damaged.span) else { continue }
                #expect(credential.text == damaged)
                taken += 1
            }
            // Another name, another hash: some of these are records, but by no means all.
            #expect((100..<bits / 2).contains(taken), "\(taken)")
        }
    }

    /// Neither do random bytes trap, nor lines of a record in any order.
    @Test func isTotal() async {
        await #expect(processExitsWith: .success) {
            var random = SeededRandom(seed: 7)
            for _ in 0..<300 {
                let bytes = random.bytes(
                    Int.random(in: 0...600, using: &random), of: Array(UInt8.min...UInt8.max))
                let mix = (0..<8).compactMap { _ in Self.lines.randomElement(using: &random) }.joined().bytes
                for text in [bytes, mix, Self.lines[0].bytes + bytes, "uid=".bytes + bytes] {
                    guard let credential = try? Credential(parsing: text.span) else { continue }
                    #expect(credential.text == text)
                }
            }
        }
    }

    private func expect(
        _ flaw: Credential.Flaw, of record: String, _ why: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: flaw, "\(why)", sourceLocation: sourceLocation) {
            try Credential(parsing: record.bytes.span)
        }
    }
}
