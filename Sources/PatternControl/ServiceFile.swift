internal import Languages
internal import PatternVault

/// The file of a PAM service of ours.
///
/// Where libpam finds none it uses `other`, which may well take a pattern for a password's sake, or a
/// password for a pattern's.
enum ServiceFile {
    /// Where libpam looks.
    private static let folders = ["/etc/pam.d", "/usr/lib/pam.d"]
    private static let limit = RootFile.Limit(bytes: 1 << 16, reason: "is longer than 65536 bytes")

    /// Ends the command where the service has no file that root alone has written.
    static func require(_ name: String) throws(Failure) {
        for folder in folders {
            guard let path = Path(absolute: Array("\(folder)/\(name)".utf8).span) else { continue }
            do throws(SettingsError) {
                if try RootFile.read(path, limit: limit) != nil { return }
            } catch {
                throw Failure(.unusable, say("%1; correct that file", String(bytes: error.text)))
            }
        }
        throw Failure(.unusable, say("/etc/pam.d/%1: no such file; install it anew", name))
    }
}
