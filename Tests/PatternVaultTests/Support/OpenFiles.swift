import Foundation

/// The open descriptors of this process.
enum OpenFiles {
    /// How many there are. Meant for a process that does nothing beside, such as an exit test's; what runs
    /// the test opens one now and then.
    static func count() throws -> Int {
        try numbers().count
    }

    /// How many of them are of files in a folder, removed ones too, or of the folder itself.
    static func count(in folder: TemporaryFolder) throws -> Int {
        try numbers().count { number in
            // The one that lists the numbers is closed by now.
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return path?.hasPrefix(folder.path) ?? false
        }
    }

    private static func numbers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    }
}
