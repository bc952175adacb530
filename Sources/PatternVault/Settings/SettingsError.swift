/// A setting that can't be used: which, and why, in words for the log or a terminal.
package struct SettingsError: Error, Equatable, Sendable {
    /// One line without its end.
    package let text: [UInt8]

    /// Where a setting came from.
    package enum Origin: Equatable, Sendable {
        /// An argument on the module's line.
        case argument
        /// A line of a file, from 1.
        case line(Int, of: Path)
    }

    /// A setting as written, or a line of a file that it names, and what is wrong with it.
    package init(_ setting: Span<UInt8>, from origin: Origin, _ reason: StaticString) {
        var line = Line()
        switch origin {
        case .argument:
            line.add("argument")
        case .line(let number, let path):
            line.add(path.bytes)
            line.add(" line ")
            line.add(number)
        }
        line.add(" \"")
        line.add(untrusted: setting)
        line.add("\": ")
        line.add(reason)
        text = line.bytes
    }

    /// A whole file, and what is wrong with it.
    package init(file: Path, _ reason: StaticString) {
        var line = Line()
        line.add(file.bytes)
        line.add(": ")
        line.add(reason)
        text = line.bytes
    }

    /// `conf=` or `store=` where the store can't be read without the checker.
    package static var placesForRootAlone: SettingsError {
        SettingsError(text: Line("conf= and store= are for callers that are root").bytes)
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    /// A file that a system call failed on.
    init(file: Path, _ error: Errno, _ what: StaticString = "can't be read") {
        var line = Line()
        line.add(file.bytes)
        line.add(": ")
        line.add(what)
        line.add(": ")
        line.add(error)
        text = line.bytes
    }
}
