import Foundation
import PatternVault

@testable import PatternControl

/// A machine on paper: files by path, and whatever else checks ask for.
struct PaperMachine: Machine {
    /// Contents by path; what lies above them are folders.
    var files: [String: String] = [:]
    /// What is not root's 0644 or 0755.
    var odd: [String: FileFacts] = [:]
    var isRoot = true
    var groups = ["_pam_pattern": Group(gid: 990)]
    var accounts: [UInt32: [String]] = [:]
    var isMountedNoSetID = false
    var libpam: String?
    var loading: String?
    var wallTime = 1_764_486_000
    var millisecondsSinceBoot = 1000

    func contents(of path: String) throws(Errno) -> [UInt8] {
        guard let text = files[path] else { throw .noSuchFile }
        return Array(text.utf8)
    }

    func facts(of path: String) throws(Errno) -> FileFacts {
        if let facts = odd[path] { return facts }
        if files[path] != nil { return FileFacts() }
        guard files.keys.contains(where: { $0.hasPrefix(path + "/") }) else { throw .noSuchFile }
        return FileFacts(kind: .folder, mode: 0o755)
    }

    func names(in folder: String) throws(Errno) -> [String] {
        let below = files.keys.filter { $0.hasPrefix(folder + "/") }
        return Set(
            below.compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
        )
        .sorted()
    }

    func group(named name: String) -> Group? { groups[name] }

    func accounts(withPrimaryGroup gid: UInt32) -> [String] { accounts[gid] ?? [] }

    func ignoresSetID(_ path: String) -> Bool { isMountedNoSetID }

    func problem(loading module: String) -> String? { loading }
}

extension PaperMachine {
    /// Debian 12's common-auth, which samples include.
    static let commonAuth = """
        # here are the per-package modules (the "Primary" block)
        auth\t[success=1 default=ignore]\tpam_unix.so nullok
        # here's the fallback if no module succeeds
        auth\trequisite\t\t\tpam_deny.so
        # prime the stack with a positive return value if there isn't one already;
        auth\trequired\t\t\tpam_permit.so
        # and here are more per-package modules (the "Additional" block)
        auth\toptional\t\t\tpam_cap.so
        """

    /// A machine with these services, and what Debian's files include.
    init(services: [String: String]) {
        for name in ["common-account", "common-password", "common-session", "common-session-noninteractive"] {
            files["/etc/pam.d/\(name)"] = ""
        }
        files["/etc/pam.d/common-auth"] = PaperMachine.commonAuth
        for (name, text) in services { files["/etc/pam.d/\(name)"] = text }
    }

    /// What the check of stacks says that is neither well nor left out.
    func stackFindings(_ settings: Settings = Settings()) -> [Finding] {
        StackCheck(settings: settings).findings(on: self).filter {
            $0.severity == .warning || $0.severity == .error
        }
    }

    /// The text of a file of the checkout.
    static func text(of name: String) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }
}
