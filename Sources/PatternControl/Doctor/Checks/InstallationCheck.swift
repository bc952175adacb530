internal import Languages

/// The installed files that no other check looks at, and without which a part of the whole is dead.
struct InstallationCheck: Check {
    /// A file, and what does not work without it.
    private struct Part {
        /// Where it may be, the usual place first.
        let places: [String]
        /// What uses it; where that is not there, neither need be the file.
        var user: String?
        let loss: String
    }

    private static var parts: [Part] {
        [
            Part(
                places: ["/etc/pam.d/patternctl", "/usr/lib/pam.d/patternctl"],
                loss: say("is missing: patternctl verify does not work")),
            Part(
                places: ["/etc/pam.d/patternctl-strong", "/usr/lib/pam.d/patternctl-strong"],
                loss: say("is missing: users can't set patterns of their own")),
            Part(
                places: ["/usr/share/polkit-1/actions/org.pam-pattern.enroll.policy"],
                user: "/usr/bin/pkexec",
                loss: say("is missing: users can't set patterns of their own")),
            Part(
                places: ["/etc/shadow-maint/userdel-post.d/pam_pattern"],
                loss: say("is missing: userdel leaves the pattern of an account that it deletes")),
        ]
    }

    func findings(on machine: some Machine) -> [Finding] {
        let needed = InstallationCheck.parts.filter { part in part.user.map { machine.exists($0) } ?? true }
        let missing = needed.filter { part in !part.places.contains { machine.exists($0) } }
        guard missing.isEmpty else {
            // dpkg brings a file below /etc that was removed back only when told to.
            let advice = say(
                "run install.sh again, or for the package: %1",
                "apt-get install --reinstall -o Dpkg::Options::=--force-confmiss libpam-pattern")
            return missing.map { .error($0.places[0], $0.loss, advice) }
        }
        return [.ok(say("installation"), say("none of its files is missing"))]
    }
}
