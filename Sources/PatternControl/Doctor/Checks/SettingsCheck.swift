internal import PatternVault

/// pattern.conf, and the blocklist that it names.
struct SettingsCheck: Check {
    let path: Path
    /// Whether it may be missing: the standard one may.
    let mayBeMissing: Bool

    func findings(on machine: some Machine) -> [Finding] {
        let what = String(bytes: path.bytes)
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings.load(file: path, mayBeMissing: mayBeMissing)
        } catch {
            let text = String(bytes: error.text)
            // The error begins with the file's name.
            let why = text.hasPrefix(what) ? String(text.dropFirst(what.count)) : text
            return [
                .error(
                    what, "\(why.drop { $0 == ":" || $0 == " " }): every pattern is refused",
                    "correct it; see pattern.conf(5)")
            ]
        }
        do throws(Failure) {
            _ = try PatternRules(settings)
        } catch {
            return [.error(what, "no new pattern can be set: \(error.message)", "see pattern.conf(5)")]
        }
        return [.ok(what, machine.exists(what) ? "can be read" : "is not there: the defaults hold")]
    }
}
