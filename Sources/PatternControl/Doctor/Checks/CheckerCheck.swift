internal import PatternVault

/// The checker, which reads the store for callers that are not root.
struct CheckerCheck: Check {
    /// Where the module starts it from.
    static let path = String(bytes: Path.checker.bytes)

    func findings(on machine: some Machine) -> [Finding] {
        let path = CheckerCheck.path
        let consequence = "screen lockers and patternctl verify refuse the pattern"
        let facts: FileFacts
        do throws(Errno) {
            facts = try machine.facts(of: path)
        } catch {
            return [.error(path, "\(error.text): \(consequence)", Advice.install)]
        }
        guard facts.kind == .regular, facts.isRootsAlone, facts.mode & 0o4000 == 0 else {
            return [
                .error(
                    path, "must be root's alone to write, and not set-user-ID",
                    "chown root:\(GroupCheck.name) and then chmod 2755 it")
            ]
        }
        var findings: [Finding] = []
        let repair = "chgrp \(GroupCheck.name) and then chmod 2755 it"
        if let group = machine.group(named: GroupCheck.name), facts.gid != group.gid {
            findings.append(.error(path, "is not of the group \(GroupCheck.name): \(consequence)", repair))
        }
        if facts.mode & 0o2000 == 0 {
            findings.append(.error(path, "lacks its set-group-ID bit: \(consequence)", repair))
        } else if machine.ignoresSetID(path) {
            findings.append(
                .error(
                    path, "lies on a file system that is mounted nosuid: \(consequence)",
                    "mount it without nosuid"))
        }
        if facts.mode & 0o001 == 0 {
            findings.append(.error(path, "can't be run by all: \(consequence)", repair))
        }
        return findings.isEmpty ? [.ok(path, "is set-group-ID \(GroupCheck.name)")] : findings
    }
}
