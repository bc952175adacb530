internal import Languages
internal import PatternVault

/// What locks are timed by, and where the module and its log write to.
struct ClockCheck: Check {
    /// A time before this was made: 2025-01-01.
    private static let oldest = 1_735_689_600
    private static let bootID = "/proc/sys/kernel/random/boot_id"

    func findings(on machine: some Machine) -> [Finding] {
        var findings: [Finding] = []
        let boot = (try? machine.contents(of: ClockCheck.bootID)).flatMap { BootID(text: $0.span) }
        if boot == nil {
            findings.append(
                .warning(
                    ClockCheck.bootID,
                    say("can't be read: each lock starts anew, in full, with every look at it"),
                    say("mount /proc; see proc(5)")))
        }
        if machine.millisecondsSinceBoot <= 0 {
            findings.append(
                .error("clock", say("CLOCK_BOOTTIME stands: locks never end"), say("see clock_gettime(2)")))
        }
        if machine.wallTime < ClockCheck.oldest {
            findings.append(
                .warning(
                    "clock", say("is before 2025: times that are shown are wrong; locks don't go by it"),
                    say("set it: timedatectl")))
        }
        let run = try? machine.facts(of: "/run")
        if run?.kind != .folder || run?.isRootsAlone == false {
            findings.append(
                .error(
                    "/run", say("is no folder that only root can change"),
                    say("mount it; see file-hierarchy(7)")))
        }
        if !machine.exists("/dev/log") {
            findings.append(
                .warning(
                    "/dev/log", say("is not there: refusals are logged nowhere"),
                    say("start systemd-journald or a syslog daemon")))
        }
        return findings.isEmpty
            ? [.ok("clock", say("boot id, clocks, /run and /dev/log are usable"))] : findings
    }
}
