internal import Languages
internal import PatternVault

/// The module: where PAM looks for it, and loadable.
struct ModuleCheck: Check {
    func findings(on machine: some Machine) -> [Finding] {
        guard let folder = ModuleCheck.folder(on: machine) else {
            return [
                .warning(
                    "pam_pattern.so", say("libpam's folder of modules can't be told"), say("see pam.conf(5)"))
            ]
        }
        let path = "\(folder)/pam_pattern.so"
        let facts: FileFacts
        let bytes: [UInt8]
        do throws(Errno) {
            facts = try machine.facts(of: path)
            bytes = try machine.contents(of: path)
        } catch {
            return [
                .error(
                    path, say("PAM can't have the module (%1): no pattern opens anything", error.text),
                    Advice.install)
            ]
        }
        guard facts.kind == .regular, facts.isRootsAlone else {
            return [
                .error(
                    path, say("may be written by others than root"), say("chown root:root and chmod 0644 it"))
            ]
        }
        var findings: [Finding] = []
        if facts.mode & 0o044 != 0o044 {
            findings.append(
                .warning(path, say("can't be read by all: screen lockers can't load it"), "chmod 0644 it"))
        }
        guard let file = ELFFile(bytes) else {
            return [.error(path, say("is no whole shared library"), Advice.install)]
        }
        if let searchPath = file.searchPath {
            findings.append(
                .error(
                    path,
                    say("looks for libraries in %1, which sudo would follow as root (RUNPATH)", searchPath),
                    Advice.install))
        }
        if findings.isEmpty, let problem = machine.problem(loading: path) {
            findings.append(
                .error(
                    path, say("can't be loaded: %1", problem),
                    say("install what is missing, or run install.sh again")))
        }
        guard findings.isEmpty else { return findings }
        return [.ok(path, say("can be loaded; needs %1", file.needed.joined(separator: ", ")))]
    }

    /// The folder that is compiled into libpam, without the slash at its end.
    static func folder(on machine: some Machine) -> String? {
        guard let libpam = machine.libpam, let bytes = try? machine.contents(of: libpam) else { return nil }
        let end = Array("/security/".utf8)
        for text in bytes.split(separator: 0) where text.count < 256 && text.last == UInt8(ascii: "/") {
            if text.first == UInt8(ascii: "/"), text.suffix(end.count).elementsEqual(end) {
                return String(bytes: Array(text.dropLast()))
            }
        }
        return nil
    }
}
