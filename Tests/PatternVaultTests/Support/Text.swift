import PatternVault
import Testing

extension String {
    /// The bytes that a file or a caller would hold for this text.
    var bytes: [UInt8] { Array(utf8) }

    /// Makes text of bytes to show; what is not UTF-8 becomes U+FFFD.
    init(_ bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Secret {
    /// A secret of this text.
    static func text(_ text: String) throws -> Secret {
        try bytes(text.bytes)
    }

    /// A secret of these bytes.
    static func bytes(_ bytes: [UInt8]) throws -> Secret {
        try present(
            Secret(capacity: bytes.count) { output in
                for byte in bytes { output.append(byte) }
            })
    }
}
