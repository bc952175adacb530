import PatternGrid
import PatternVault
import Testing

/// Writing records and reading them back.
struct CredentialTests {
    @Test func hasTheFormThatIsDocumented() throws {
        let credential = try Sample.credential()
        #expect(String(credential.text) == Sample.record)
        #expect(try Credential(parsing: Sample.record.bytes.span) == credential)
    }

    @Test(arguments: [
        (UInt32(0), "root", 3, 0, "the least of everything"),
        (1_000, "alice", 4, 1_764_486_000, "what is usual"),
        (UInt32.max, "a", 6, Int.max, "the most of everything"),
        (65_534, "-=$#\"'\\", 5, 1, "marks that mean something elsewhere"),
        (1_001, "zo\u{eb}\u{1F512}", 3, 1, "letters that are not ASCII"),
    ])
    func readsBackWhatItWrote(uid: UInt32, name: String, side: Int, enrolled: Int, why: String) throws {
        let grid = try #require(Grid(side: side))
        let credential = try Sample.credential(uid: uid, name: name, grid: grid, enrolled: enrolled)
        #expect(try Credential(parsing: credential.text.span) == credential, "\(why)")
    }

    @Test(arguments: HasherVectorTests.vectors)
    func holdsHashesOfEveryMethod(vector: HasherVectorTests.Vector) throws {
        let credential = try Sample.credential(hash: vector.hash)
        #expect(try Credential(parsing: credential.text.span).hash.bytes == vector.hash.bytes)
    }

    @Test func fitsItsFileWithTheLongestNameAndHash() throws {
        let credential = try Sample.credential(
            uid: .max, name: String(repeating: "n", count: 256),
            hash: "$y$" + String(repeating: "h", count: PatternHash.maximumLength - 3), enrolled: .max)
        #expect(credential.text.count <= Credential.maximumSize)
        #expect(try Credential(parsing: credential.text.span) == credential)
    }

    @Test(arguments: [
        ("a", true, "one letter"),
        (String(repeating: "n", count: 256), true, "as long as there may be"),
        (String(repeating: "n", count: 257), false, "one too long"),
        ("", false, "no name"),
        ("al ice", false, "a blank"),
        ("alice\n", false, "a line feed, which would end the field"),
        ("alice\u{0}", false, "a NUL, which would end the name for C"),
        ("alice:x", false, "a colon, which would end the field of passwd(5)"),
        ("\u{7f}", false, "delete"),
        ("\u{1f}", false, "the last control character"),
        ("ALICE-1_$.@", true, "what some directories allow"),
        ("zo\u{eb}", true, "letters that are not ASCII"),
        ("../../etc", true, "a path: harmless, since files are named by uid"),
    ])
    func knowsWhatMayBeAName(name: String, mayBe: Bool, why: String) {
        #expect(Credential.isName(name.bytes.span) == mayBe, "\(why)")
    }
}
