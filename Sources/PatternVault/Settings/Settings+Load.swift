/// Reading the settings of one call.
extension Settings {
    /// The most bytes a file of settings may have.
    static var maximumSize: Int { 4096 }

    /// Reads pattern.conf, then the arguments, which win.
    ///
    /// The standard file may be missing; one that an argument names may not. Either must be a regular
    /// file of `owner` that nobody else may write.
    package static func load(
        arguments: [[UInt8]], standardFile: Path = standardFile, owner: UInt32 = 0
    ) throws(SettingsError) -> Settings {
        // The arguments are read twice: once for the file that they name, once to win over it.
        var named = SettingsReader(Settings())
        for argument in arguments {
            try named.take(argument.span, from: .argument)
        }
        let settings = try load(
            file: named.settings.file ?? standardFile, mayBeMissing: named.settings.file == nil,
            owner: owner)
        var reader = SettingsReader(settings)
        for argument in arguments {
            try reader.take(argument.span, from: .argument)
        }
        return reader.settings
    }

    /// Reads one file over the defaults.
    package static func load(
        file path: Path, mayBeMissing: Bool, owner: UInt32 = 0
    ) throws(SettingsError) -> Settings {
        var reader = SettingsReader(Settings())
        guard let file = try read(path, mayBeMissing: mayBeMissing, owner: owner) else {
            return reader.settings
        }
        try reader.take(file: file.contents.span, path: path)
        return reader.settings
    }

    /// The bytes of a checked file, and what it is; nil when there is none and that is allowed.
    static func read(
        _ path: Path, mayBeMissing: Bool, owner: UInt32
    ) throws(SettingsError) -> (contents: [UInt8], status: FileStatus)? {
        let opened = try attempt(path) { () throws(Errno) in try System.openIfPresent(path) }
        guard let file = opened else {
            guard mayBeMissing else { throw SettingsError(file: path, .noSuchFile) }
            return nil
        }
        let status = try attempt(path) { () throws(Errno) in try System.status(of: file) }
        guard status.kind == .regular else { throw SettingsError(file: path, "is no regular file") }
        guard status.uid == owner, status.mode & 0o022 == 0 else {
            throw SettingsError(file: path, "may be written by others than root")
        }
        let contents = try attempt(path) { () throws(Errno) in
            try System.read(file, atMost: maximumSize + 1)
        }
        guard contents.count <= maximumSize else {
            throw SettingsError(file: path, "is longer than 4096 bytes")
        }
        return (contents, status)
    }

    private static func attempt<Result: ~Copyable>(
        _ path: Path, _ body: () throws(Errno) -> Result
    ) throws(SettingsError) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw SettingsError(file: path, error)
        }
    }
}
