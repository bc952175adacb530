import PatternVault
import Testing

/// Which hashes are taken for checking.
struct PatternHashTests {
    @Test(arguments: [
        (PatternHash.Method.yescrypt, "$y$", "yescrypt"), (.gostYescrypt, "$gy$", "gost-yescrypt"),
        (.scrypt, "$7$", "scrypt"), (.sha512, "$6$", "sha512crypt"), (.sha256, "$5$", "sha256crypt"),
    ])
    func knowsAMethodByItsPrefix(method: PatternHash.Method, prefix: String, name: String) throws {
        let hash = try PatternHash.sample(prefix + "salt$hash")
        #expect(hash.method == method)
        #expect(hash.bytes == (prefix + "salt$hash").bytes)
        #expect("\(method.prefix)" == prefix)
        #expect("\(method.name)" == name)
    }

    /// Hashes of all methods but ours that crypt(5) lists, made by mkpasswd(1), and failure tokens.
    @Test(arguments: [
        ("", "nothing"),
        ("BVI43XtDnraMo", "DES cuts the text at 8 bytes"),
        ("_J9..uflEdB3RreJq9WY", "BSDi's extended DES"),
        ("$1$idxIdDpW$kJ601IXE/fkM0OJ7D000Z1", "MD5"),
        ("$2b$05$kFup8Bt9oYr/6OFU/ph8mOjYWM3X4e/lydiKmBPIa7lX9IaC0phEq", "bcrypt cuts it at 72 bytes"),
        ("$2a$05$nKOSlFtyoozDNiZzCOwAKurZx.EHGGtkzVjk7bBV8geMjRC/UgBLW", "bcrypt of old"),
        ("$2y$05$nKOSlFtyoozDNiZzCOwAKurZx.EHGGtkzVjk7bBV8geMjRC/UgBLW", "bcrypt of PHP"),
        ("$3$$d8454cdac33e36442b3c16fc1b6e80c0", "NT has no salt"),
        ("$md5,rounds=81072$mx.xWgnS$$vhvz4n2ZXjYHNAJtLSJ2N/", "Sun's MD5"),
        ("$sha1$480000$salt$hash", "SHA-1"),
        ("$8$salt$hash", "no method yet"),
        ("*0", "libcrypt's failure token"),
        ("*1", "its other failure token"),
        ("*", "a password that is disabled"),
        ("!$6$salt$hash", "an account that is locked"),
        ("$", "the beginning of a prefix"),
        ("$y", "a prefix cut short"),
        ("$Y$salt$hash", "a prefix in capitals"),
        (" $y$salt$hash", "a blank in front"),
        ("y$salt$hash", "the first character lost"),
    ])
    func takesNoOther(hash: String, why: String) {
        #expect(PatternHash(hash.bytes.span) == nil, "\(why)")
    }

    /// crypt(5): printable ASCII without blanks, `:`, `;`, `*`, `!` and `\`.
    @Test func takesOnlyTheCharactersOfCrypt() {
        let allowed = (0x21...0x7e).filter { !":;*!\\".utf8.contains(UInt8($0)) }.map { UInt8($0) }
        for byte in UInt8.min...UInt8.max {
            let first = PatternHash(("$y$".bytes + [byte]).span)
            let inside = PatternHash(("$y$salt$".bytes + [byte] + "hash".bytes).span)
            #expect((first != nil) == allowed.contains(byte), "byte \(byte)")
            #expect((inside != nil) == allowed.contains(byte), "byte \(byte)")
        }
    }

    @Test(arguments: [(383, true), (384, false), (4_096, false)])
    func hasALongestLength(length: Int, isTaken: Bool) {
        let text = "$y$".bytes + [UInt8](repeating: UInt8(ascii: "a"), count: length - 3)
        #expect((PatternHash(text.span) != nil) == isTaken)
    }
}
