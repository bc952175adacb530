/// The crypt(3) hash of a pattern, of a method that is safe to check.
package struct PatternHash: Equatable, Sendable {
    /// The methods that are accepted, see crypt(5).
    ///
    /// DES and bcrypt are not: they cut the text, at 8 and at 72 bytes, so that different patterns
    /// would match one hash.
    package enum Method: Equatable, Sendable, CaseIterable {
        case yescrypt, gostYescrypt, scrypt, sha512, sha256

        /// What a hash of this method begins with.
        package var prefix: StaticString {
            switch self {
            case .yescrypt: "$y$"
            case .gostYescrypt: "$gy$"
            case .scrypt: "$7$"
            case .sha512: "$6$"
            case .sha256: "$5$"
            }
        }

        /// The name in crypt(5).
        package var name: StaticString {
            switch self {
            case .yescrypt: "yescrypt"
            case .gostYescrypt: "gost-yescrypt"
            case .scrypt: "scrypt"
            case .sha512: "sha512crypt"
            case .sha256: "sha256crypt"
            }
        }

        fileprivate init?(of text: Span<UInt8>) {
            for method in Method.allCases where text.starts(with: method.prefix) {
                self = method
                return
            }
            return nil
        }
    }

    /// The method.
    package let method: Method

    /// The whole hash, with prefix and salt.
    package let bytes: [UInt8]

    /// The longest hash taken, in bytes: `CRYPT_OUTPUT_SIZE` of libxcrypt with its NUL.
    package static var maximumLength: Int { 383 }

    /// Takes a hash in text form; nil when its method is none of ``Method``, or when it has a
    /// character that crypt(5) forbids.
    package init?(_ text: Span<UInt8>) {
        guard let method = Method(of: text), text.count <= PatternHash.maximumLength else { return nil }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "*"), UInt8(ascii: "!"),
                UInt8(ascii: "\\"):
                return nil
            case 0x21...0x7e: continue
            default: return nil
            }
        }
        self.method = method
        bytes = text.array
    }
}
