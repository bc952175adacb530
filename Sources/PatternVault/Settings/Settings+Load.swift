/// Reading the settings of one call.
extension Settings {
    /// The most bytes a file of settings may have.
    private static var limit: RootFile.Limit {
        RootFile.Limit(bytes: 4096, reason: "is longer than 4096 bytes")
    }

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
        guard let contents = try RootFile.contents(of: path, limit: limit, owner: owner) else {
            guard mayBeMissing else { throw SettingsError(file: path, .noSuchFile) }
            return reader.settings
        }
        try reader.take(file: contents.span, path: path)
        return reader.settings
    }
}
