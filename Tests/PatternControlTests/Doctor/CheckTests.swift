import PatternVault
import Testing

@testable import PatternControl

/// Checks on paper; the system tests make the same faults on a machine.
struct CheckTests {
    private let machine = PaperMachine()

    private func lines(_ check: some Check, _ machine: PaperMachine) -> [String] {
        check.findings(on: machine).map(\.line)
    }

    private func cost(_ measured: CostMeasurement?, free: Int?) -> [String] {
        let check = CostCheck(cost: 7, freeMemory: free) { _ throws(Failure) in measured }
        return lines(check, machine)
    }

    @Test func costs() {
        let measured = CostMeasurement(cost: 7, microseconds: 130_000, bytes: 67_000_000)
        #expect(cost(measured, free: 4 * 67_000_000) == ["ok: cost 7: a try takes 130 ms and 67 MB"])
        #expect(cost(measured, free: nil) == ["ok: cost 7: a try takes 130 ms and 67 MB"])
        #expect(
            cost(measured, free: 4 * 67_000_000 - 4) == [
                "warning: cost 7: a try takes 130 ms and 67 MB, more than a quarter of the free memory: several at once "
                    + "may fail; see patternctl calibrate"
            ])
        let slow = CostMeasurement(cost: 7, microseconds: 1_000_001, bytes: 1)
        #expect(
            cost(slow, free: 8) == [
                "warning: cost 7: a try takes 1,000 ms and 0 MB, which feels like hanging; see patternctl calibrate"
            ])
        #expect(
            cost(nil, free: 8) == [
                "error: cost 7: there is no memory for a try: right patterns are refused; see patternctl calibrate"
            ])
        #expect(lines(CostCheck(cost: nil, freeMemory: 8) { _ throws(Failure) in nil }, machine) == [])
    }

    @Test func clocks() {
        var machine = machine
        machine.files = [
            "/proc/sys/kernel/random/boot_id": "0b0f9c2e-4f6c-4d2e-9a5c-0f1d2e3c4b5a\n", "/dev/log": "",
            "/run/x": "",
        ]
        #expect(lines(ClockCheck(), machine) == ["ok: clock: boot id, clocks, /run and /dev/log are usable"])
        machine.wallTime = 86_400
        machine.millisecondsSinceBoot = 0
        #expect(
            lines(ClockCheck(), machine) == [
                "error: clock: CLOCK_BOOTTIME stands: locks never end; see clock_gettime(2)",
                "warning: clock: is before 2025: times that are shown are wrong; locks don't go by it; set it: timedatectl",
            ])
    }

    @Test func whereLibpamLooks() {
        var machine = machine
        #expect(ModuleCheck.folder(on: machine) == nil)
        machine.libpam = "/lib/libpam.so.0"
        machine.files["/lib/libpam.so.0"] = "\0/etc/security/x\0/lib/security\0/usr/lib64/security/\0pam.d"
        #expect(ModuleCheck.folder(on: machine) == "/usr/lib64/security")
    }

    @Test func nobodyIsInTheGroup() {
        var machine = machine
        #expect(lines(GroupCheck(), machine) == ["ok: group _pam_pattern: is there, and nobody is in it"])
        machine.accounts = [990: ["bob"], 1: ["daemon"]]
        machine.groups["_pam_pattern"]?.members = "alice"
        #expect(GroupCheck().findings(on: machine).map(\.severity) == [.error, .error])
    }

    @Test func findingsAreOneLine() {
        let finding = Finding.warning("a\nb", "c\u{1b}[2J", "d")
        #expect(finding.line == "warning: a?b: c?[2J; d")
        #expect(Finding.ok("a", "b").line == "ok: a: b")
        #expect(Finding.skipped("a", "b").line == "skipped: a: b; run it as root: sudo patternctl doctor")
    }

    @Test func unitFiles() throws {
        var machine = machine
        machine.files = [
            "/etc/systemd/user/a.service":
                "[Service]\nX=1\n; no\nList=a \\\n  b\nList=c\nFlag=yes\n[Install]\nX=9\n",
            "/usr/lib/systemd/user/a.service": "[Service]\nX=0\n",
            "/usr/lib/systemd/user/a.service.d/10.conf": "[Service]\nX = 2\nFlag=\n",
            "/etc/systemd/user/a.service.d/20.conf": "[Service]\nX=3\nList=\nList=d\n",
            "/usr/lib/systemd/user/a.service.d/20.conf": "[Service]\nX=4\n",
            "/etc/systemd/user/masked.service": "",
        ]
        let unit = try #require(UnitFile("a.service", of: .user, on: machine))
        #expect(unit["X"] == "3")
        #expect(unit.list("List") == ["d"])
        #expect(unit.isOn("Flag"), "an empty value is no value")
        #expect(UnitFile("a.service", of: .system, on: machine) == nil)
        #expect(UnitFile("masked.service", of: .user, on: machine) == nil)
    }

    /// A file that ends anywhere, or has anything anywhere, is no library or one; never worse.
    @Test func brokenLibraries() throws {
        let whole = try ThisMachine().contents(of: #require(ThisMachine().libpam))
        #expect(try #require(ELFFile(whole)).needed.contains { $0.hasPrefix("libc.so") })
        #expect(try #require(ELFFile(whole)).searchPath == nil)
        for length in stride(from: 0, to: whole.count, by: 97) { _ = ELFFile(Array(whole[..<length])) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<1024, using: &random)] =
                    [0, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 1
            }
            _ = ELFFile(bytes)
        }
    }
}
