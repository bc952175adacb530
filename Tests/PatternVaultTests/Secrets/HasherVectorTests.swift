import PatternVault
import Testing

/// Checking hashes that others made.
struct HasherVectorTests {
    /// A text and its hash, from outside of this package.
    struct Vector: Codable, Sendable, CustomStringConvertible {
        /// Who says so.
        let source: String
        let text: String
        let hash: String

        var description: String { "\(source): \(hash.prefix(24))" }

        init(_ source: String, _ text: String, _ hash: String) {
            self.source = source
            self.text = text
            self.hash = hash
        }
    }

    /// Of every method that is taken.
    static let vectors = [
        Vector(
            "SHA-crypt.txt, Drepper", "Hello world!",
            "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5"),
        Vector(
            "SHA-crypt.txt, Drepper", "the minimum number is still observed",
            "$5$rounds=1000$roundstoolow$yfvwcWrQ8l/K0DAWyuPMDNHpIVlTQebY9l/gL972bIC"),
        Vector(
            "SHA-crypt.txt, Drepper", "Hello world!",
            "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1"
        ),
        Vector(
            "SHA-crypt.txt, Drepper", "the minimum number is still observed",
            "$6$rounds=1000$roundstoolow$"
                + "kUMsbe306n21p9R.FRkW3IGn.S9NPN0x50YhH1xhLsPuWGsUSklZt58jaTfF4ZEQpyUNGc0dqbpBYYBaHHrsX."),
        Vector(
            "unix-scrypt.txt, Josefsson", "pleaseletmein",
            "$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D"),
        Vector(
            "TESTS-OK of yescrypt, Peslyak", "pleaseletmein",
            "$7$06..../....SodiumChloride$ENlyo6fGw4PCcDBOFepfSZjFUnVatHzCcW55.ZGz3B0"),
        Vector(
            "TESTS-OK of yescrypt, Peslyak", "pleaseletmein",
            "$y$j80$LdJMENpBABJJ3h2$ysXVVJwuaVlI1BWoEKt/Bz3WNDDmdOWz/8KTQaHL1cC"),
        Vector(
            "TESTS-OK of yescrypt, Peslyak", "pleaseletmein",
            "$y$jD5.7$LdJMENpBABJJ3hIHjB1Bi.$HboGM6qPrsK.StKYGt6KErmUYtioHreJd98oIugoNB6"),
        Vector(
            "mkpasswd of whois 5.5.17", Sample.canonical,
            "$y$j9T$kfKmMTtbyh/6MlGE9lGC3/$oTHRtHCsCLNfb2Ygmg7GagNHcu7g4gvSAhTWyB54B57"),
        Vector(
            "mkpasswd of whois 5.5.17", Sample.canonical,
            "$gy$j9T$swInyROnsv/UWdiwWzhZO1$TSOII0NYV1abLKZS7OdPWJ0HZB1TmbN84EZTGbaWWR0"),
        Vector(
            "mkpasswd of whois 5.5.17", Sample.canonical,
            "$7$CU..../..../lgLYCagipVz4coL821eo.$q6dhPSIefLNRpX6sH5i5p3bPnmZ/c/GcgDMXrUSMHR5"),
        Vector(
            "openssl passwd -6 of OpenSSL 3.0", Sample.canonical,
            "$6$abc$QmlYMEDkDQ2bTU0uAHlaCjs2rmvqyuUar96J59BRT/ThWBg36QaPynRAWd/69FU1IsX/njBP5sqfgs1wsLKnF/"),
        Vector("crypt.crypt of Python 3.12", Sample.canonical, Sample.hash),
    ]

    @Test(arguments: vectors)
    func matchesItsText(vector: Vector) throws {
        let matches = try Hasher.matches(try Secret.text(vector.text), try PatternHash.sample(vector.hash))
        #expect(matches)
    }

    @Test(arguments: vectors)
    func matchesNoOtherText(vector: Vector) throws {
        let hash = try PatternHash.sample(vector.hash)
        for other in ["", String(vector.text.dropLast()), vector.text + "1", vector.text.uppercased() + " "] {
            let matches = try Hasher.matches(try Secret.text(other), hash)
            #expect(!matches, "\(other)")
        }
    }

    /// One character of the hash changed, or no more than a letter's case: of another text, or no hash at all; never
    /// a match.
    @Test(arguments: [Sample.hash, vectors[6].hash])
    func matchesNothingOnceACharacterIsChanged(text: String) throws {
        let phrase = try Secret.text(text == Sample.hash ? Sample.canonical : "pleaseletmein")
        for (index, old) in text.bytes.enumerated() {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(old | 0x20)
            let another = old == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            for new in [another] + (isLetter ? [old ^ 0x20] : []) {
                var changed = text.bytes
                changed[index] = new
                // A method or a number of rounds that does not exist makes libcrypt refuse.
                guard let hash = PatternHash(changed.span) else { continue }
                let matches = try? Hasher.matches(phrase, hash)
                #expect(matches != true, "\(String(changed))")
            }
        }
    }

    /// A hash that was cut short is none, though libcrypt takes what is left for a setting.
    @Test(arguments: [vectors[0], vectors[6]])
    func matchesNothingOnceItIsCutShort(vector: Vector) throws {
        for length in 0..<vector.hash.utf8.count {
            guard let hash = PatternHash(Array(vector.hash.bytes.prefix(length)).span) else { continue }
            let matches = try? Hasher.matches(try Secret.text(vector.text), hash)
            #expect(matches != true, "\(length) bytes")
        }
    }

    @Test(arguments: ["$y$", "$y$j75", "$gy$", "$7$", "$7$4/", "$5$rounds=", "$6$rounds=x$abc$"])
    func failsWhereLibcryptRefuses(hash: String) throws {
        let hash = try PatternHash.sample(hash)
        #expect(throws: Hasher.Failure.crypt) {
            _ = try Hasher.matches(try Secret.text(Sample.canonical), hash)
        }
    }

    /// `CRYPT_MAX_PASSPHRASE_SIZE` is 512 with the NUL. What is longer is refused, not cut.
    @Test(arguments: [(511, true), (512, false), (100_000, false)])
    func takesTextsThatLibcryptTakes(length: Int, isTaken: Bool) throws {
        let text = try Secret.bytes([UInt8](repeating: UInt8(ascii: "1"), count: length))
        let hash = try PatternHash.sample(Sample.hash)
        if isTaken {
            let matches = try Hasher.matches(text, hash)
            #expect(!matches)
        } else {
            #expect(throws: Hasher.Failure.crypt) { _ = try Hasher.matches(text, hash) }
        }
    }
}
