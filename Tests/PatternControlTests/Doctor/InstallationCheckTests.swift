import Testing

@testable import PatternControl

/// What doctor says of files without which a part of the whole is dead.
struct InstallationCheckTests {
    private static let whole = [
        "/etc/pam.d/patternctl", "/etc/pam.d/patternctl-strong",
        "/etc/shadow-maint/userdel-post.d/pam_pattern",
        "/usr/share/polkit-1/actions/org.pam-pattern.enroll.policy", "/usr/bin/pkexec",
    ]
    private static let advice =
        "; run install.sh again, or for the package: apt-get install --reinstall"
        + " -o Dpkg::Options::=--force-confmiss libpam-pattern"

    private func lines(without missing: String..., with others: String...) -> [String] {
        var machine = PaperMachine()
        for path in InstallationCheckTests.whole + others where !missing.contains(path) {
            machine.files[path] = ""
        }
        return InstallationCheck().findings(on: machine).map(\.line)
    }

    private func line(_ path: String, _ loss: String) -> String {
        "error: \(path): is missing: \(loss)" + InstallationCheckTests.advice
    }

    @Test func isWhole() {
        #expect(lines() == ["ok: installation: none of its files is missing"])
    }

    @Test func eachFile() {
        #expect(
            lines(without: "/etc/pam.d/patternctl", "/etc/shadow-maint/userdel-post.d/pam_pattern") == [
                line("/etc/pam.d/patternctl", "patternctl verify does not work"),
                line(
                    "/etc/shadow-maint/userdel-post.d/pam_pattern",
                    "userdel leaves the pattern of an account that it deletes"),
            ])
        #expect(
            lines(without: "/etc/pam.d/patternctl-strong") == [
                line("/etc/pam.d/patternctl-strong", "users can't set patterns of their own")
            ])
    }

    /// libpam looks there, too.
    @Test func servicesOfTheDistribution() {
        #expect(lines(without: "/etc/pam.d/patternctl", with: "/usr/lib/pam.d/patternctl").count == 1)
    }

    @Test func polkitsActionWherePolkitIs() {
        let action = "/usr/share/polkit-1/actions/org.pam-pattern.enroll.policy"
        #expect(lines(without: action) == [line(action, "users can't set patterns of their own")])
        #expect(
            lines(without: action, "/usr/bin/pkexec") == ["ok: installation: none of its files is missing"])
    }
}
