import Foundation
import Testing

@testable import PatternControl

/// What doctor says of translations.
struct LanguageCheckTests {
    private func lines(without missing: Set<String> = []) -> [String] {
        var machine = PaperMachine()
        for language in LanguageCheck.languages where !missing.contains(language) {
            machine.files["/usr/share/locale/\(language)/LC_MESSAGES/pam_pattern.mo"] = ""
        }
        return LanguageCheck().findings(on: machine).map(\.line)
    }

    @Test func allAreThere() {
        #expect(lines() == ["ok: languages: en, de, es, fr, ja, zh_CN, zh_TW"])
    }

    @Test func someAreNot() {
        #expect(
            lines(without: ["fr", "zh_TW"]) == [
                "warning: languages: not installed: fr, zh_TW; there it speaks English; install gettext and run"
                    + " install.sh again, or see whether dpkg leaves out locales"
            ])
    }

    /// The languages are those that there are.
    @Test func knowsAllOfThem() throws {
        #expect(
            try PaperMachine.text(of: "po/LINGUAS").split(separator: "\n").map(String.init).sorted()
                == LanguageCheck.languages)
    }
}
