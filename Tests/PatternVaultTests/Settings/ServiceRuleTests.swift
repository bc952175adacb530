import PatternVault
import Testing

/// For which services a pattern may be used.
struct ServiceRuleTests {
    @Test(arguments: [
        ("any", "sudo", true, "any service"),
        ("any", "", true, "even one without a name"),
        ("any", "sshd", true, "and one for the network"),
        ("sudo", "sudo", true, "the one in the list"),
        ("sudo", "su", false, "the beginning of a name"),
        ("su", "sudo", false, "a name that begins with one"),
        ("sudo", "SUDO", false, "PAM's names of services have their case"),
        ("sudo", "", false, "no name"),
        ("sudo,su,login", "login", true, "the last in a list"),
        ("sudo,su,login", "su,login", false, "a part of the list that is no name"),
        ("local", "sudo", true, "a person in front of the machine"),
        ("local", "sudo-i", true, "the same with a login shell"),
        ("local", "su-l", true, "util-linux's su -l"),
        ("local", "polkit-1", true, "polkit"),
        ("local", "swaylock", true, "a screen locker"),
        ("local", "gdm-password", true, "a display manager"),
        ("local", "patternctl", true, "our own"),
        ("local", "sshd", false, "a daemon on the network"),
        ("local", "vsftpd", false, "another"),
        ("local", "cockpit", false, "another"),
        ("local", "other", false, "PAM's fallback: nobody knows who asks"),
        ("local", "local", false, "the word itself is no service"),
        ("local", "", false, "no name"),
        ("sshd,local", "sshd", true, "a list with local in it: by name"),
        ("sshd,local", "sudo", true, "and as one of the local ones"),
        ("sshd,local", "cockpit", false, "but none else"),
    ])
    func allowsServices(rule: String, service: String, isAllowed: Bool, why: String) throws {
        let rule = try SettingsText.load(["services=\(rule)"]).services
        #expect(rule.allows(service.bytes.span) == isAllowed, "\(why)")
    }

    @Test func allowsAllThatIsLocal() {
        for service in ServiceRule.local {
            let isAllowed = ServiceRule.listed(["local".bytes]).allows("\(service)".bytes.span)
            #expect(isAllowed, "\(service)")
        }
    }

    @Test func allowsNothingByAnEmptyList() {
        let isAllowed = ServiceRule.listed([]).allows("sudo".bytes.span)
        #expect(!isAllowed)
    }
}
