/// The clocks that attempts go by; tests bring their own.
package protocol Clock {
    /// The present boot, nil when it can't be told.
    var boot: BootID? { get }
    /// Milliseconds since boot.
    var milliseconds: Int { get }
    /// Waits.
    func pause(milliseconds: Int)
}

extension Clock {
    /// This moment.
    package var now: Instant { Instant(boot: boot, seconds: milliseconds / 1000) }
}

/// The clocks of the system.
package struct SystemClock: Clock, Sendable {
    /// There is but one.
    package init() {}

    /// Reads `/proc/sys/kernel/random/boot_id`.
    package var boot: BootID? {
        do throws(Errno) {
            let file = try System.open(Path("/proc/sys/kernel/random/boot_id"), flags: .read)
            let text = try System.read(file, atMost: 64, enough: BootID.textSize)
            return BootID(text: text.span)
        } catch {
            return nil
        }
    }

    /// CLOCK_BOOTTIME, see clock_gettime(2).
    package var milliseconds: Int { System.millisecondsSinceBoot }

    /// Sleeps, or less when a signal comes.
    package func pause(milliseconds: Int) { System.sleep(milliseconds: milliseconds) }
}

/// The clocks of the system for a process that will open no file any more: the boot's name is read at once.
package struct SettledClock: Clock, Sendable {
    /// The boot in which it was made.
    package let boot: BootID?

    /// Reads the boot's name.
    package init() { boot = SystemClock().boot }

    /// CLOCK_BOOTTIME, see clock_gettime(2).
    package var milliseconds: Int { System.millisecondsSinceBoot }

    /// Sleeps, or less when a signal comes.
    package func pause(milliseconds: Int) { System.sleep(milliseconds: milliseconds) }
}
