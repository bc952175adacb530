internal import Languages
internal import PatternVault

/// The checker, which reads the store for callers that are not root.
struct CheckerCheck: Check {
    /// Where the module starts it from.
    static let path = String(bytes: Path.checker.bytes)

    func findings(on machine: some Machine) -> [Finding] {
        let path = CheckerCheck.path
        let consequence = say("screen lockers and patternctl verify refuse the pattern")
        let facts: FileFacts
        do throws(Errno) {
            facts = try machine.facts(of: path)
        } catch {
            return [.error(path, "\(error.text): \(consequence)", Advice.install)]
        }
        guard facts.kind == .regular, facts.isRootsAlone, facts.mode & 0o4000 == 0 else {
            return [
                .error(
                    path, say("must be root's alone to write, and not set-user-ID"),
                    say("chown root:%1 and then chmod 2755 it", GroupCheck.name))
            ]
        }
        var findings: [Finding] = []
        let repair = say("chgrp %1 and then chmod 2755 it", GroupCheck.name)
        if let group = machine.group(named: GroupCheck.name), facts.gid != group.gid {
            findings.append(
                .error(path, say("is not of the group %1: %2", GroupCheck.name, consequence), repair))
        }
        if facts.mode & 0o2000 == 0 {
            findings.append(.error(path, say("lacks its set-group-ID bit: %1", consequence), repair))
        } else if machine.ignoresSetID(path) {
            findings.append(
                .error(
                    path, say("lies on a file system that is mounted nosuid: %1", consequence),
                    say("mount it without nosuid")))
        }
        if facts.mode & 0o001 == 0 {
            findings.append(.error(path, say("can't be run by all: %1", consequence), repair))
        }
        return findings.isEmpty ? [.ok(path, say("is set-group-ID %1", GroupCheck.name))] : findings
    }
}
