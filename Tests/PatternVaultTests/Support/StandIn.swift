import Foundation
import PatternVault

/// A shell script in place of the checker.
struct StandIn: Sendable {
    /// What it lies in; scripts know it as `$here`.
    let folder: TemporaryFolder
    /// The program.
    let path: Path

    /// Makes an executable script of these lines.
    init(_ script: String, mode: String = "0755") throws {
        try self.init(contents: "#!/bin/sh\nhere=${0%/*}\n\(script)\n".bytes, mode: mode)
    }

    /// Makes a program of these bytes.
    ///
    /// It is put in place by another process: were this one to write it, a child that is being started
    /// meanwhile could have it open, and executing it would fail with ETXTBSY.
    init(contents: [UInt8], mode: String) throws {
        folder = try TemporaryFolder()
        try folder.write(contents, to: "source")
        let install = Process()
        install.executableURL = URL(filePath: "/usr/bin/install")
        install.arguments = ["-m", mode, folder.path(of: "source"), folder.path(of: "program")]
        try install.run()
        install.waitUntilExit()
        guard install.terminationStatus == 0 else { throw Unexpected.badSample(mode) }
        path = try folder.vaultPath(of: "program")
    }

    /// A script that answers with these bytes.
    init(answering frame: [UInt8]) throws {
        try self.init("cat >\"$here/request\"\n" + Self.printing(frame))
    }

    /// The line of a script that writes these bytes.
    static func printing(_ bytes: [UInt8]) -> String {
        "printf '" + bytes.map { "\\\(String($0, radix: 8))".paddedOctal }.joined() + "'"
    }
}

extension String {
    /// A backslash and three octal digits, of fewer.
    fileprivate var paddedOctal: String {
        "\\" + String(repeating: "0", count: 4 - count) + dropFirst()
    }
}
