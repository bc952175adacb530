import PatternGrid
import PatternVault

/// Records of credentials: what is read and written again is the same, byte for byte.
enum CredentialTarget {
    static func run(_ feed: inout Feed) {
        let bytes = feed.rest()
        let naive = NaiveCredential(bytes)
        do throws(Credential.Flaw) {
            let credential = try Credential(parsing: bytes.span)
            claim(credential.text == bytes, "a record is written as it was read")
            claim(naive.map { $0.isOf(credential) } ?? false, "only the form of the description is read")
            claim(Credential.isName(credential.name.span), "the name is one")
            claim(
                credential.hash.cost.microseconds > 0 && credential.hash.cost.bytes >= 0,
                "a hash costs something")
        } catch {
            claim(naive == nil || error == .unknownMethod, "the form of the description is read")
        }
    }
}
