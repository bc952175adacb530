import PatternVault
import Testing

@testable import PatternControl

/// Stacks on paper: the samples are sound, and what is taken out of them is missed.
struct StackCheckTests {
    private static let samples = [
        "login", "sshd", "su", "sudo", "sudo-askpass", "sudo-fingerprint", "sudo-second-factor", "swaylock",
    ]

    @Test(arguments: samples)
    func samplesAreSound(name: String) throws {
        let text = try PaperMachine.text(of: "pam.d-sample/\(name)")
        let machine = PaperMachine(services: ["sudo": text])
        var settings = Settings()
        // As the sample for both says.
        if name == "sudo-second-factor" { settings.selfService = .no }
        #expect(machine.stackFindings(settings) == [])
        let said = StackCheck(settings: settings).findings(on: machine).map(\.line)
        #expect(
            said == [
                name == "sudo-second-factor"
                    ? "ok: PAM: password, then the pattern, and no way past it: sudo"
                    : "ok: PAM: pattern or password: sudo"
            ])
    }

    /// Behind the password a pattern is worth nothing that the password alone can set.
    @Test(arguments: [SelfServiceRule.first, .yes])
    func selfServiceUndoesASecondFactor(rule: SelfServiceRule) throws {
        let text = try PaperMachine.text(of: "pam.d-sample/sudo-second-factor")
        var settings = Settings()
        settings.selfService = rule
        let found = PaperMachine(services: ["sudo": text]).stackFindings(settings)
        #expect(found.map(\.what) == ["self_service"])
        #expect(found.map(\.severity) == [.warning])
        let either = try PaperMachine.text(of: "pam.d-sample/sudo")
        #expect(PaperMachine(services: ["sudo": either]).stackFindings(settings) == [])
    }

    @Test func ownServiceIsSound() throws {
        let text = try PaperMachine.text(of: "etc/pam.d/patternctl")
        #expect(PaperMachine(services: ["patternctl": text]).stackFindings() == [])
        #expect(PaperMachine(services: ["sudo": text]).stackFindings().map(\.severity) == [.error])
    }

    /// In every sample that takes either: without the password's lines nobody gets in by it.
    @Test(arguments: samples.filter { $0 != "sudo-second-factor" })
    func theWayByThePasswordIsMissed(name: String) throws {
        let text = try PaperMachine.text(of: "pam.d-sample/\(name)").replacing(
            "@include common-auth\n", with: "")
        let found = PaperMachine(services: ["sudo": text]).stackFindings().map(\.why)
        #expect(
            found.contains { $0.hasPrefix("locks people out") || $0.hasPrefix("no line behind it") },
            "\(found)")
    }

    /// A common-auth that lets in by less than a password must not forgive.
    @Test func strongBehindAWeakerCommonAuth() throws {
        let text = try PaperMachine.text(of: "pam.d-sample/sudo")
        var machine = PaperMachine(services: ["sudo": text])
        machine.files["/etc/pam.d/common-auth"] = """
            auth [success=2 default=ignore] pam_permit.so
            auth [success=1 default=ignore] pam_unix.so
            auth requisite pam_deny.so
            auth required pam_permit.so
            """
        let found = machine.stackFindings().map(\.why)
        #expect(found.contains { $0.hasPrefix("lets in without pattern or password") })
        #expect(found.contains { $0.hasPrefix("is reached without the password") })
    }

    /// What ends a substack ends no more than that.
    @Test func substacks() {
        let part = "auth sufficient pam_pattern.so\nauth required pam_unix.so\n"
        let sound = PaperMachine(services: [
            "sudo": "auth substack part\nauth required pam_env.so\n", "part": part,
        ])
        #expect(sound.stackFindings().map(\.what) == ["PAM"], "but for a strong line")
        let open = PaperMachine(services: [
            "sudo": "auth substack part\nauth optional pam_pattern.so strong\n",
            "part": part.replacing("required", with: "[success=die default=ignore]"),
        ])
        let found = open.stackFindings().map(\.why)
        #expect(found.contains { $0.hasPrefix("is reached without the password") }, "\(found)")
    }

    /// Ours jumps beyond its substack: libpam fails there.
    @Test func aJumpTooFar() {
        let machine = PaperMachine(services: [
            "sudo": "auth substack part\n@include common-auth\n",
            "part": "auth [success=2 default=ignore] pam_pattern.so\n",
        ])
        #expect(
            machine.stackFindings().map(\.why) == [
                "a right pattern opens nothing: the password is asked for all the same"
            ])
    }

    @Test func pamConfHoldsWithoutFolder() {
        var machine = PaperMachine()
        machine.files["/etc/pam.conf"] =
            "sudo auth required pam_pattern.so\nlogin auth required pam_unix.so\n"
        #expect(machine.stackFindings().map(\.what) == ["/etc/pam.conf line 1 (sudo)"])
    }

    /// Each turn of a circle may begin several more: without an end to that, this would take for ever.
    @Test func circlesEnd() {
        let again = String(repeating: "@include sudo\n", count: 8)
        let machine = PaperMachine(services: ["sudo": "auth required pam_pattern.so\n" + again])
        let circles = machine.stackFindings().filter { $0.why == "includes go around in a circle" }
        #expect(circles.map(\.what) == ["/etc/pam.d/sudo line 2"])
    }

    /// A line of pam.conf that is a service's name and no more: libpam refuses the service.
    @Test func pamConfMayHoldNamesAlone() {
        var machine = PaperMachine()
        machine.files["/etc/pam.conf"] = "sudo auth required pam_pattern.so\nsudo\nlogin\n"
        let found = machine.stackFindings()
        #expect(found.map(\.what) == ["/etc/pam.conf line 2 (sudo)", "/etc/pam.conf line 1 (sudo)"])
        #expect(found.first?.why == "has no module")
    }

    @Test func settingsHoldForEachLine() {
        var settings = Settings()
        settings.nouserok = true
        let machine = PaperMachine(services: [
            "sudo":
                "auth [success=done ignore=ignore default=die] pam_pattern.so\nauth required pam_permit.so\n"
        ])
        #expect(
            machine.stackFindings(settings).map(\.why).contains { $0.contains("none enrolled (nouserok)") })
        #expect(!machine.stackFindings().map(\.why).contains { $0.hasPrefix("lets in") })
    }

    /// However a file is broken, it is told and nothing worse.
    @Test func endsOnAnything() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "auth", "required", "[success=1", "default=die]", "pam_pattern.so", "strong", "\\\n", "\n", "#",
            "[", "]",
            "substack", "include", "@include", "sudo", "common-auth", "=", "[reset=2 success=reset]",
            "pam_unix.so",
        ]
        for _ in 0..<300 {
            let text = (0..<20).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            _ = PaperMachine(services: ["sudo": text]).stackFindings()
        }
    }
}
