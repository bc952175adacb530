import Testing

@testable import PatternControl

/// What doctor says of a reader, by what there is and by who asks for a finger.
struct FingerprintCheckTests {
    private func lines(_ reader: FingerprintReader, _ services: [String: String], root: Bool = true)
        -> [String]
    {
        var machine = PaperMachine(services: services)
        machine.isRoot = root
        let check = FingerprintCheck(user: "alice") { user in
            #expect(user == "alice")
            return reader
        }
        return check.findings(on: machine).map(\.line)
    }

    private static let readers: [FingerprintReader] = [
        .noService, .noReader, .noFinger, .enrolled([.rightIndex, .leftThumb]), .unknown(.silent),
        .unknown(.refused),
    ]

    @Test func withTheSample() throws {
        let services = ["sudo": try PaperMachine.text(of: "pam.d-sample/sudo-fingerprint")]
        let expected = [
            "warning: fingers of alice: fprintd does not run, and sudo would ask for it; "
                + "install fprintd, or take the line out",
            "warning: fingers of alice: no fingerprint reader is there, and sudo would ask for it; "
                + "plug it in, or take the line out",
            "warning: fingers of alice: no finger is enrolled, and sudo would ask for it; "
                + "enroll one with fprintd-enroll",
            "ok: fingers of alice: right index finger, left thumb, before the pattern: sudo",
            "warning: fingers of alice: the fingers are not known, fprintd does not answer, and sudo would ask "
                + "for it; see the log of fprintd",
            "warning: fingers of alice: the fingers are not known, fprintd does not tell this user from here, "
                + "and sudo would ask for it; see the log of fprintd",
        ]
        #expect(FingerprintCheckTests.readers.flatMap { lines($0, services) } == expected)
        #expect(
            lines(.unknown(.refused), services, root: false) == [
                "skipped: fingers of alice: the fingers are not known, fprintd does not tell this user from "
                    + "here; run it as root: sudo patternctl doctor"
            ])
    }

    @Test func rootHasNoFingers() throws {
        let text = try PaperMachine.text(of: "pam.d-sample/sudo-fingerprint")
        let machine = PaperMachine(services: ["sudo": text])
        let check = FingerprintCheck(user: "root") { _ in .noFinger }
        #expect(
            check.findings(on: machine).map(\.line) == [
                "ok: fingerprint reader: is there; patternctl status --user=NAME tells which fingers it knows"
            ])
    }

    /// Nobody misses a reader that no service of ours asks.
    @Test(arguments: [
        "@include common-auth\n", "auth sufficient pam_fprintd.so\n@include common-auth\n",
        "auth sufficient pam_pattern.so\n@include common-auth\n",
        "auth sufficient pam_fprintd.so\n@include common-auth\nauth optional pam_pattern.so strong\n",
    ])
    func withoutTheLines(text: String) {
        #expect(
            FingerprintCheckTests.readers.flatMap { lines($0, ["sudo": text]) } == [
                "ok: fingers of alice: right index finger, left thumb; no service asks for them before a pattern"
            ])
    }
}
