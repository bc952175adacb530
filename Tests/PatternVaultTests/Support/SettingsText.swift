import Foundation
import PatternVault

/// Loading settings from text, with errors to compare.
enum SettingsText {
    /// An error of settings by its text, in which the file's path is `FILE`.
    struct Failure: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// Loads from arguments and the contents of a standard file; nil for a file that is missing.
    static func load(_ arguments: [String] = [], file: String? = nil) throws -> Settings {
        try load(arguments.map(\.bytes), file: file?.bytes)
    }

    /// Loads from bytes.
    static func load(_ arguments: [[UInt8]], file: [UInt8]?) throws -> Settings {
        let folder = try TemporaryFolder()
        if let file {
            try folder.write(file, to: "pattern.conf", mode: 0o644)
        }
        return try load(arguments, in: folder)
    }

    /// Loads from arguments and from `pattern.conf` in a folder.
    static func load(_ arguments: [[UInt8]] = [], in folder: TemporaryFolder) throws -> Settings {
        let path = try folder.vaultPath(of: "pattern.conf")
        do throws(SettingsError) {
            return try Settings.load(arguments: arguments, standardFile: path, owner: geteuid())
        } catch {
            throw Self.error(String(error.text).replacing(folder.path(of: "pattern.conf"), with: "FILE"))
        }
    }

    /// An error with this text.
    static func error(_ text: String) -> Failure {
        Failure(description: text)
    }

    /// The error about an argument.
    static func argumentError(_ argument: String, _ reason: String) -> Failure {
        error("argument \"\(shown(argument))\": \(reason)")
    }

    /// The error about a line of the file.
    static func lineError(_ number: Int, _ line: String, _ reason: String) -> Failure {
        error("FILE line \(number) \"\(shown(line))\": \(reason)")
    }

    /// A line `key=value` with the value in quotes.
    static func quoted(_ line: String) -> String {
        line.replacing("=", with: "=\"", maxReplacements: 1) + "\""
    }

    private static func shown(_ text: String) -> String {
        String(text.bytes.prefix(64).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") })
    }
}
