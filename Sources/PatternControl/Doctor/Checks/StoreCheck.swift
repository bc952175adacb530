internal import Languages
internal import PatternVault

/// The store: its folders, and each record with the tries that are counted against it.
struct StoreCheck: Check {
    let store: StoreLocation

    func findings(on machine: some Machine) -> [Finding] {
        let path = String(bytes: store.path.bytes)
        guard machine.isRoot else { return [.skipped(path, say("only root may look into it"))] }
        var findings: [Finding] = []
        if let facts = try? machine.facts(of: path), facts.mode & 0o001 == 0 {
            findings.append(
                .error(
                    path, say("can't be entered by all: screen lockers refuse the pattern"), "chmod 0755 it"))
        }
        for name in ["credentials", "attempts"] { findings += folder("\(path)/\(name)", machine) }
        var count = 0
        do throws(StoreError) {
            let attempts = try StoreFolder(.attempts, of: store)
            let credentials = try StoreFolder(.credentials, of: store)
            let uids = try credentials.uids()
            let accounts = AccountTable(expecting: uids.count)
            count = uids.count
            for uid in uids { findings += record(uid, path, credentials, attempts, accounts, machine) }
            for name in machine.list("\(path)/credentials")
            where Array(name.utf8).span.decimal(limit: Int(UInt32.max)) == nil {
                findings.append(
                    .warning(
                        "\(path)/credentials/\(name)",
                        name.hasPrefix(".new.")
                            ? say("was left by an enrolment that was interrupted, and holds a hash")
                            : say("is no record"),
                        say("remove it: rm")))
            }
        } catch {
            findings.append(
                .error(
                    path, say("%1: every pattern is refused", String(bytes: error.text)),
                    StoreCheck.repair(path, error)))
        }
        guard findings.isEmpty else { return findings }
        let amount =
            switch count {
            case 0: say("no pattern is enrolled")
            default: say("%1 pattern, usable", "%1 patterns, all usable", count: count)
            }
        return [.ok(path, amount)]
    }

    private static func repair(_ path: String, _ error: StoreError) -> String {
        let part: String? =
            switch error.place {
            case .credentials, .credential: "credentials"
            case .attemptsFolder, .attempts: "attempts"
            case .store, .audit: nil
            }
        return part.map { "install -d -o root -g \(GroupCheck.name) -m 0750 \(path)/\($0)" } ?? Advice.install
    }

    /// What is too strict, or of another group; what is too lax refuses by itself.
    private func folder(_ path: String, _ machine: some Machine) -> [Finding] {
        guard let facts = try? machine.facts(of: path), facts.kind == .folder else { return [] }
        let repair = "install -d -o root -g \(GroupCheck.name) -m 0750 \(path)"
        var findings: [Finding] = []
        if let group = machine.group(named: GroupCheck.name), facts.gid != group.gid {
            findings.append(
                .error(
                    path, say("is not of the group %1: screen lockers refuse the pattern", GroupCheck.name),
                    repair)
            )
        }
        if facts.mode & 0o750 != 0o750 {
            findings.append(
                .error(path, say("can't be read by its group: screen lockers refuse the pattern"), repair))
        }
        return findings
    }

    private func record(
        _ uid: UInt32, _ path: String, _ credentials: borrowing StoreFolder,
        _ attempts: borrowing StoreFolder,
        _ accounts: AccountTable, _ machine: some Machine
    ) -> [Finding] {
        let file = "\(path)/credentials/\(uid)"
        var findings: [Finding] = []
        let name: String
        do throws(StoreError) {
            guard let credential = try credentials.credential(uid: uid) else { return [] }
            name = String(bytes: credential.name)
            if let problem = StoreCheck.isOrphan(credential, accounts) { return [problem(file)] }
            if let facts = try? machine.facts(of: file), facts.mode & 0o040 == 0 {
                findings.append(
                    .warning(
                        file, say("can't be read by its group: screen lockers refuse the pattern"),
                        "chmod 0640 it"
                    ))
            }
        } catch {
            return [
                .error(
                    file, say("%1: the pattern is refused", String(bytes: error.text)),
                    say("remove it (patternctl remove --uid %1) and enroll again", "\(uid)"))
            ]
        }
        let tries = "\(path)/attempts/\(uid)"
        do throws(StoreError) {
            _ = try AttemptsFile(uid: uid, in: attempts).read()
            if let facts = try? machine.facts(of: tries), facts.mode & 0o060 != 0o060 {
                findings.append(
                    .warning(
                        tries, say("can't be written by its group: screen lockers refuse the pattern"),
                        "chmod 0660 it"))
            }
        } catch {
            findings.append(
                .error(
                    tries, say("%1: the pattern of %2 is refused", String(bytes: error.text), name),
                    "patternctl unlock --user \(name)"))
        }
        return findings
    }

    /// What to say of a record whose account is gone or has another name.
    private static func isOrphan(_ credential: Credential, _ accounts: AccountTable) -> ((String) -> Finding)?
    {
        do throws(AccountSources.Silence) {
            if try accounts.has(name: credential.name, uid: credential.uid) { return nil }
            let name = String(bytes: credential.name)
            return {
                .warning(
                    $0, say("is of %1, but no account has this name and uid", name),
                    "patternctl remove --orphans")
            }
        } catch {
            let text = error.text
            return { .error($0, say("users can't be looked up (%1)", text), say("see nsswitch.conf(5)")) }
        }
    }
}
