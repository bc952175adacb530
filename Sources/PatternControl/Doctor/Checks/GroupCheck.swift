internal import Languages

/// The group whose rights are all that keeps the store from other users: nobody may be in it.
struct GroupCheck: Check {
    /// Its name.
    static let name = "_pam_pattern"

    func findings(on machine: some Machine) -> [Finding] {
        let what = "group \(GroupCheck.name)"
        guard let group = machine.group(named: GroupCheck.name) else {
            return [.error(what, say("does not exist: screen lockers can't check patterns"), Advice.install)]
        }
        var findings: [Finding] = []
        if !group.members.isEmpty {
            findings.append(
                .error(
                    what, say("has members, who can read all hashes: %1", group.members),
                    say("take them out: gpasswd --delete NAME %1", GroupCheck.name)))
        }
        let users = machine.accounts(withPrimaryGroup: group.gid)
        if !users.isEmpty {
            findings.append(
                .error(
                    what,
                    say(
                        "is the primary group of, who can read all hashes: %1",
                        users.prefix(5).joined(separator: ", ")),
                    say("give them another: usermod --gid GROUP NAME")))
        }
        return findings.isEmpty ? [.ok(what, say("is there, and nobody is in it"))] : findings
    }
}
