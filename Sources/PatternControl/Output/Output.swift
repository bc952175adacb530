internal import CommandSupport
internal import Languages
internal import PatternVault

/// Standard output and standard error.
package enum Output {
    /// Writes lines to standard output; what can't be written is a failure, not silence.
    package static func print(_ text: String) throws(Failure) {
        guard CommandOutput.print(text) else {
            throw Failure(.refused, say("standard output: can't be written"))
        }
    }

    /// Writes a line to standard error, with the program's name in front.
    package static func complain(_ message: String) {
        CommandOutput.complain(message, program: "patternctl")
    }
}

extension String {
    /// Text of bytes; what is no UTF-8 shows as a replacement character.
    init(bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// The lines of a text without their line feeds. By bytes: a carriage return and a line feed are one
    /// Character, at which nothing splits that looks for a line feed.
    var lines: [Substring] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Constant text.
    init(_ text: StaticString) {
        self = text.description
    }
}

extension Errno {
    /// The system's words, `No space left on device`.
    var text: String {
        var line = Line()
        line.add(self)
        return String(bytes: line.bytes)
    }
}

extension Failure {
    /// A store that can't be used.
    init(_ error: StoreError, store: StoreLocation) {
        let advice =
            switch error.problem {
            case .system(.accessDenied), .system(.notPermitted): say("run it as root")
            case .format, .account, .unknownMethod, .size:
                say("remove it (patternctl remove) and enroll again")
            default: say("see patternctl(1), or run install.sh again")
            }
        let code: ExitCode = error.problem == .system(.accessDenied) ? .notPermitted : .unusable
        self.init(code, "\(String(bytes: store.path.bytes)): \(String(bytes: error.text)); \(advice)")
    }
}
