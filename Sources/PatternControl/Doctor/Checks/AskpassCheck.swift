internal import Languages
internal import PatternVault

/// `sudo -A`: the program that it asks with, and the service of its own that it may have.
struct AskpassCheck: Check {
    private static let pad = "/usr/bin/pattern-askpass"
    private static let configuration = "/etc/sudo.conf"

    func findings(on machine: some Machine) -> [Finding] {
        guard machine.exists("/usr/bin/sudo") || machine.exists(AskpassCheck.configuration) else { return [] }
        return program(machine) + services(machine)
    }

    private func program(_ machine: some Machine) -> [Finding] {
        let what = "\(AskpassCheck.configuration) askpass"
        guard let path = askpass(machine) else {
            guard machine.exists(AskpassCheck.pad) else { return [] }
            return [
                .ok(
                    "sudo -A",
                    say("%1 is there, and used where SUDO_ASKPASS or sudo.conf names it", AskpassCheck.pad))
            ]
        }
        guard let facts = try? machine.facts(of: path) else {
            return [
                .error(
                    what, say("%1 does not exist: sudo -A can't ask", path),
                    say("correct the line: Path askpass FILE"))
            ]
        }
        guard facts.kind == .regular, facts.mode & 0o111 == 0o111 else {
            return [.error(what, say("%1 can't be run by all: sudo -A can't ask", path), "chmod 0755 it")]
        }
        guard facts.isRootsAlone else {
            return [
                .error(
                    what, say("%1 may be written by others than root, who'd read every password", path),
                    say("chown root: and chmod 0755 it"))
            ]
        }
        return [.ok("sudo -A", say("asks with %1", path))]
    }

    /// What the last `Path askpass` line of sudo.conf names; see sudo.conf(5).
    private func askpass(_ machine: some Machine) -> String? {
        let words = (machine.text(of: AskpassCheck.configuration) ?? "").lines.map { line in
            line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        }
        return words.last { $0.count >= 3 && $0[0] == "Path" && $0[1] == "askpass" }.map { String($0[2]) }
    }

    /// `pam_askpass_service` of sudoers(5): its service must be there, or sudo takes `other`.
    private func services(_ machine: some Machine) -> [Finding] {
        var findings: [Finding] = []
        var isUnread = false
        let reader = StackReader(machine)
        for file in files(machine) {
            guard let text = machine.text(of: file) else {
                isUnread = true
                continue
            }
            for service in AskpassCheck.services(in: text) {
                findings.append(AskpassCheck.judge(service, "\(file) pam_askpass_service", reader))
            }
        }
        if isUnread, !machine.isRoot { findings.append(.skipped("/etc/sudoers", say("can't be read"))) }
        return findings
    }

    /// sudoers, and the files of sudoers.d that sudo reads.
    private func files(_ machine: some Machine) -> [String] {
        let folder = "/etc/sudoers.d"
        let names = machine.list(folder).filter { !$0.contains(".") && !$0.hasSuffix("~") }
        return ["/etc/sudoers"].filter { machine.exists($0) } + names.map { "\(folder)/\($0)" }
    }

    private static func judge<M>(_ service: String, _ what: String, _ reader: StackReader<M>) -> Finding {
        guard reader.services.contains(service) else {
            return .error(
                what, say("there is no service %1 in /etc/pam.d: sudo -A goes by \"other\"", service),
                say("put a file there; see pam.d-sample"))
        }
        guard reader.stack(of: service).lines.contains(where: \.isPattern) else {
            return .warning(
                what, say("/etc/pam.d/%1 asks for no pattern", service), say("add the line; see pam.d-sample")
            )
        }
        return .ok("sudo -A", say("has the service %1 of its own", service))
    }

    /// The values in lines of Defaults: `Defaults pam_askpass_service=sudo-askpass`.
    private static func services(in text: String) -> [String] {
        PAMFile(text).lines.filter { $0.words[0].hasPrefix("Defaults") }.flatMap { line -> [String] in
            let text = line.words.dropFirst().joined(separator: " ")
            return text.split(separator: ",").compactMap { setting in
                let parts = setting.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].filter({ $0 != " " }) == "pam_askpass_service" else {
                    return nil
                }
                return String(parts[1].filter { $0 != "\"" && $0 != " " && $0 != "\r" })
            }
        }
    }
}
