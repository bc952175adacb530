import PatternVault

@testable import PatternControl

/// PAM's files as doctor reads them: any text, included from anywhere.
enum StackTarget {
    static func run(_ feed: inout Feed) {
        var machine = FilesMachine()
        let isOneFile = feed.flag(oneIn: 4)
        for path in isOneFile
            ? ["/etc/pam.conf"] : ["/etc/pam.d/sudo", "/etc/pam.d/common-auth", "/usr/lib/pam.d/x"]
        {
            machine.files[path] = Array(feed.text().prefix(256))
        }
        let reader = StackReader(machine)
        for service in reader.services {
            let stack = reader.stack(of: service)
            claim(stack.lines.allSatisfy { $0.level >= 0 && $0.level <= 17 }, "substacks have an end")
            claim(stack.lines.allSatisfy { !$0.isStrong || $0.isOurs }, "a strong line is ours")
        }
        for finding in StackCheck(settings: Settings()).findings(on: machine) {
            claim(!finding.line.isEmpty, "a finding says something")
        }
        _ = reader.included
    }
}
