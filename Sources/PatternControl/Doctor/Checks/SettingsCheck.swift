internal import Languages
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
                    what, say("%1: every pattern is refused", String(why.drop { $0 == ":" || $0 == " " })),
                    say("correct it; see pattern.conf(5)"))
            ]
        }
        do throws(Failure) {
            _ = try PatternRules(settings)
        } catch {
            return [
                .error(what, say("no new pattern can be set: %1", error.message), say("see pattern.conf(5)"))
            ]
        }
        return [.ok(what, machine.exists(what) ? say("can be read") : say("is not there: the defaults hold"))]
    }
}
