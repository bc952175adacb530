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
        let named = try read(arguments: arguments)
        let settings = try load(
            file: named.file ?? standardFile, mayBeMissing: named.file == nil,
            owner: owner)
        return try read(arguments: arguments, over: settings)
    }

    /// Reads arguments over other settings; the files that they name are not looked at.
    package static func read(
        arguments: [[UInt8]], over settings: Settings = Settings()
    ) throws(SettingsError) -> Settings {
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
        let limit = RootFile.Limit(bytes: maximumSize, reason: "is longer than 4096 bytes")
        let file = try RootFile.read(path, limit: limit, owner: owner)
        guard file != nil || mayBeMissing else { throw SettingsError(file: path, .noSuchFile) }
        return file
    }
}
