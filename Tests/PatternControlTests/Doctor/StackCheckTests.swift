import PatternVault
import Testing

@testable import PatternControl

/// Stacks on paper: the samples are sound, and what is taken out of them is missed.
struct StackCheckTests {
    private static let samples = [
        "login", "sshd", "su", "sudo", "sudo-askpass", "sudo-second-factor", "swaylock",
    ]

    @Test(arguments: samples)
    func samplesAreSound(name: String) throws {
        let text = try PaperMachine.text(of: "pam.d-sample/\(name)")
        let machine = PaperMachine(services: ["sudo": text])
        #expect(machine.stackFindings() == [])
        let said = StackCheck(settings: Settings()).findings(on: machine).map(\.line)
        #expect(
            said == [
                name == "sudo-second-factor"
                    ? "ok: PAM: password, then the pattern, and no way past it: sudo"
                    : "ok: PAM: pattern or password: sudo"
            ])
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
