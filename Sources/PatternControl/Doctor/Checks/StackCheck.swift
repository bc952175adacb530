internal import Languages
internal import PatternVault

/// Each line of /etc/pam.d, /usr/lib/pam.d and /etc/pam.conf that names the module, in every service that
/// comes to it.
struct StackCheck: Check {
    /// What pattern.conf says; the defaults where it can't be read, which another check tells.
    let settings: Settings

    func findings(on machine: some Machine) -> [Finding] {
        let reader = StackReader(machine, settings)
        let folder = ModuleCheck.folder(on: machine)
        var findings = unread(machine, reader.readsFolders)
        var said: [(finding: Finding, services: [String])] = []
        var verdicts: [(service: String, verdict: StackVerdict)] = []
        var hasStrong = false
        for stack in stacks(reader) {
            let verdict = StackVerdict(stack)
            verdicts.append((stack.service, verdict))
            hasStrong = hasStrong || stack.lines.contains(where: \.isStrong)
            let places = stack.lines.filter(\.isOurs).flatMap { StackCheck.elsewhere($0, folder, machine) }
            for finding in stack.problems + places + verdict.findings.map(\.finding) {
                if let index = said.firstIndex(where: { $0.finding == finding }) {
                    if !said[index].services.contains(stack.service) {
                        said[index].services.append(stack.service)
                    }
                } else {
                    said.append((finding, [stack.service]))
                }
            }
        }
        findings += said.map { StackCheck.naming($0.services, in: $0.finding) }
        findings += summary(verdicts, hasStrong: hasStrong)
        return findings
    }

    /// The stacks of services that come to our module. A file that others include is a service of its own
    /// only if it is a known one.
    private func stacks<M>(_ reader: StackReader<M>) -> [Stack] {
        let included = reader.included
        let own = Set(
            ServiceRule.local.map { String($0) } + ["sshd", "other", "cron", "remote", "systemd-user"])
        let stacks = reader.services.map {
            (reader.stack(of: $0), !included.contains($0) || own.contains($0))
        }
        let ours = stacks.filter { $0.0.lines.contains(where: \.isOurs) }
        // A file that is included by a file which nothing starts is looked at all the same.
        let covered = Set(ours.filter(\.1).flatMap { $0.0.lines.filter(\.isOurs).map(\.place) })
        return ours.filter { stack, isService in
            isService || stack.lines.contains { $0.isOurs && !covered.contains($0.place) }
        }.map(\.0)
    }

    private func unread(_ machine: some Machine, _ readsFolders: Bool) -> [Finding] {
        var findings: [Finding] = []
        if readsFolders {
            if let text = machine.text(of: "/etc/pam.conf"),
                let line = PAMFile(text).lines.first(where: {
                    $0.words.contains { $0.hasSuffix("pam_pattern.so") }
                })
            {
                findings.append(
                    .warning(
                        "/etc/pam.conf line \(line.number)",
                        say("counts for nothing, since there is a folder /etc/pam.d"),
                        say("move the line to a file there")))
            }
            for name in machine.list("/etc/pam.d") {
                let path = "/etc/pam.d/\(name)"
                do throws(Errno) {
                    guard try machine.facts(of: path).kind == .regular else { continue }
                    _ = try machine.contents(of: path)
                } catch {
                    let why = say("can't be read (%1)", error.text)
                    findings.append(
                        machine.isRoot
                            ? .warning(path, why, say("the service is refused; restore or remove the file"))
                            : .skipped(path, why))
                }
            }
            for folder in StackReader<ThisMachine>.folders {
                for name in machine.list(folder) {
                    guard let facts = try? machine.facts(of: "\(folder)/\(name)"), facts.kind == .regular,
                        !facts.isRootsAlone,
                        machine.text(of: "\(folder)/\(name)")?.contains("pam_pattern") == true
                    else { continue }
                    findings.append(
                        .error(
                            "\(folder)/\(name)", say("may be written by others than root"),
                            say("chown root: and chmod go-w it")))
                }
            }
        }
        return findings
    }

    /// What a line names beside the compiled-in places: a file of the module, settings.
    private static func elsewhere(_ line: StackLine, _ folder: String?, _ machine: some Machine) -> [Finding]
    {
        var findings: [Finding] = []
        if let module = line.module, module.hasPrefix("/"), let folder, module != "\(folder)/pam_pattern.so" {
            findings.append(
                machine.exists(module)
                    ? .warning(
                        line.place.text,
                        say("names another file than the one that was looked at: %1", module),
                        say("write pam_pattern.so alone"))
                    : .error(
                        line.place.text, say("%1 does not exist", module), say("write pam_pattern.so alone")))
        }
        if let file = line.settings?.file {
            findings += SettingsCheck(path: file, mayBeMissing: false).findings(on: machine).filter {
                $0.severity != .ok
            }
        }
        return findings
    }

    /// Which services come to the line, where that is not the file's own.
    private static func naming(_ services: [String], in finding: Finding) -> Finding {
        guard finding.what.hasPrefix("/etc/pam") || finding.what.hasPrefix("/usr/lib/pam") else {
            return finding
        }
        let file = finding.what.split(separator: " ").first?.split(separator: "/").last.map(String.init)
        guard services != [file ?? ""] else { return finding }
        let shown = services.prefix(3).joined(separator: ", ")
        let more = services.count > 3 ? say(" and %1 more", "\(services.count - 3)") : ""
        return Finding(
            severity: finding.severity, what: "\(finding.what) (\(shown)\(more))", why: finding.why,
            advice: finding.advice)
    }

    private func summary(
        _ verdicts: [(service: String, verdict: StackVerdict)], hasStrong: Bool
    ) -> [Finding] {
        let ways = verdicts.filter(\.verdict.isWayIn).map(\.service)
        let seconds = verdicts.filter(\.verdict.isSecondFactor).map(\.service)
        let others = verdicts.map(\.service).filter { $0 != StackVerdict.verifyService }
        var findings: [Finding] = []
        if !ways.isEmpty {
            findings.append(.ok("PAM", say("pattern or password: %1", ways.joined(separator: ", "))))
        }
        if !seconds.isEmpty {
            findings.append(
                .ok(
                    "PAM",
                    say("password, then the pattern, and no way past it: %1", seconds.joined(separator: ", "))
                ))
        }
        if !seconds.isEmpty, settings.selfService != .no {
            findings.append(
                .warning(
                    "self_service",
                    say(
                        "whoever knows the password may set the pattern that is asked for behind it: %1",
                        seconds.joined(separator: ", ")),
                    say("in /etc/security/pattern.conf, write self_service = no")))
        }
        if others.isEmpty {
            findings.append(
                .ok("PAM", say("no service asks for a pattern yet; pam.d-sample shows the lines")))
        } else if !ways.isEmpty, !hasStrong {
            findings.append(
                .warning(
                    "PAM", say("no line has strong: the password lifts no lock, only patternctl unlock does"),
                    say("below the line that asks for the password, add: auth optional pam_pattern.so strong")
                ))
        }
        return findings
    }
}
