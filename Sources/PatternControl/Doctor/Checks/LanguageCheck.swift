internal import Languages

/// The translations: which are there for people whose system speaks another language than English.
struct LanguageCheck: Check {
    /// Those of po/LINGUAS.
    static let languages = ["de", "es", "fr", "ja", "zh_CN", "zh_TW"]

    func findings(on machine: some Machine) -> [Finding] {
        let what = say("languages")
        let missing = LanguageCheck.languages.filter { !machine.exists(LanguageCheck.catalogue($0)) }
        guard missing.isEmpty else {
            return [
                .warning(
                    what, say("not installed: %1; there it speaks English", missing.joined(separator: ", ")),
                    say("install gettext and run install.sh again, or see whether dpkg leaves out locales"))
            ]
        }
        return [.ok(what, "en, " + LanguageCheck.languages.joined(separator: ", "))]
    }

    private static func catalogue(_ language: String) -> String {
        "/usr/share/locale/\(language)/LC_MESSAGES/pam_pattern.mo"
    }
}
