internal import Languages
internal import PatternVault

/// Units of systemd that run screen lockers or polkit's helper, where a sandbox takes from the module what
/// it needs: set-group-ID for the checker, a writable folder for the attempts.
struct ServicesCheck: Check {
    private static let attempts = "/var/lib/pam_pattern/attempts"

    func findings(on machine: some Machine) -> [Finding] {
        let reader = StackReader(machine)
        let services = reader.services.filter { reader.stack(of: $0).lines.contains(where: \.isPattern) }
        // Who has no service of their own gets "other".
        var asking = Set(services)
        if asking.contains("other") {
            asking.formUnion(ServiceRule.local.map { String($0) }.filter { !reader.services.contains($0) })
        }
        var findings: [Finding] = []
        for manager in UnitFile.Manager.allCases {
            for name in Set(manager.folders.flatMap { machine.list($0) }).sorted()
            where name.hasSuffix(".service") {
                guard let unit = UnitFile(name, of: manager, on: machine),
                    let service = ServicesCheck.service(of: name, unit, among: asking)
                else { continue }
                findings += ServicesCheck.findings(name, unit, manager, service)
            }
        }
        let isHere = UnitFile.Manager.allCases.contains { $0.folders.contains { machine.exists($0) } }
        guard findings.isEmpty, isHere else { return findings }
        return [.ok("systemd", say("no unit of a locker or of polkit keeps the module from its work"))]
    }

    /// The PAM service that a unit's program asks, as far as a name tells.
    private static func service(of name: String, _ unit: UnitFile, among asking: Set<String>) -> String? {
        let stem = String(name.dropLast(".service".count).prefix { $0 != "@" })
        // /usr/bin/swaylock behind the marks of systemd.service(5).
        let program = unit["ExecStart"]?.drop { "@-:+!|".contains($0) }.prefix { $0 != " " }
        let names = [stem, program.flatMap { $0.split(separator: "/").last }.map(String.init) ?? ""]
        if names.contains(where: { $0.hasPrefix("polkit-agent-helper") }) {
            return asking.contains("polkit-1") ? "polkit-1" : nil
        }
        return names.first { asking.contains($0) && $0 != "other" }
    }

    private static func findings(
        _ name: String, _ unit: UnitFile, _ manager: UnitFile.Manager, _ service: String
    ) -> [Finding] {
        let isRoot =
            manager == .system && ["", "root", "0"].contains(unit["User"] ?? "") && !unit.isOn("DynamicUser")
        let edit = "systemctl \(manager == .user ? "--user " : "")edit \(name)"
        var findings: [Finding] = []
        if !isRoot, unit.isOn("NoNewPrivileges") || unit.isOn("DynamicUser") {
            let cause = unit.isOn("NoNewPrivileges") ? "NoNewPrivileges" : "DynamicUser"
            findings.append(
                .error(
                    name,
                    say(
                        "has %1=yes, where the set-group-ID checker can't work: %2 refuses the pattern",
                        cause, service),
                    "\(edit): [Service] \(cause)=no"))
        }
        let writable = unit.list("ReadWritePaths").map { $0.drop { "-+".contains($0) } }
        let isWritable = writable.contains { path in
            attempts == path || attempts.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        }
        if unit["ProtectSystem"]?.lowercased() == "strict", !isWritable {
            findings.append(
                .error(
                    name,
                    say(
                        "has ProtectSystem=strict, so that no try can be counted: %1 refuses the pattern",
                        service),
                    "\(edit): [Service] ReadWritePaths=-\(attempts)"))
        }
        return findings
    }
}
