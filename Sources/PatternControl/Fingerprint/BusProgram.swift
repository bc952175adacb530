internal import CLinux
internal import PatternVault

/// Asks fprintd by running dbus-send(1), for as long as there is time.
///
/// A program rather than a library of D-Bus: whatever it meets, it can be killed when the time is over, and
/// nothing of it stays in a process of root's. This one names the errors, which busctl(1) does not and on
/// which "no finger" depends; and it comes with the bus that fprintd needs.
struct BusProgram: ~Copyable {
    /// A compiled-in path: PATH is the caller's.
    static let path = "/usr/bin/dbus-send"
    /// Where the system bus listens.
    private static let bus = "/run/dbus/system_bus_socket"
    /// Milliseconds for all calls together.
    private static let patience = 2000
    /// More than any answer of fprintd has.
    private static let mostBytes = 1 << 16

    private let deadline = System.millisecondsSinceBoot + BusProgram.patience

    /// Calls.
    func answer(to call: BusCall) -> BusAnswer {
        guard unsafe access(BusProgram.bus, F_OK) == 0 else { return .noBus }
        let rest = deadline - System.millisecondsSinceBoot
        guard rest > 0 else { return .silence }
        let words =
            [
                BusProgram.path, "--system", "--print-reply", "--reply-timeout=\(rest)",
                "--dest=net.reactivated.Fprint",
            ] + call.words
        do throws(Errno) {
            guard let path = Path(absolute: Array(BusProgram.path.utf8).span) else { return .noProgram }
            return try output(of: try Child.start(path, words: words))
        } catch {
            return .noProgram
        }
    }

    private func output(of child: borrowing Child) throws(Errno) -> BusAnswer {
        var bytes: [UInt8] = []
        while true {
            let rest = deadline - System.millisecondsSinceBoot
            guard rest > 0, try child.hasOutput(within: rest) else { return .silence }
            let more = try child.read(atMost: 4096)
            if more.isEmpty { return BusAnswer(printed: String(bytes: bytes)) }
            bytes += more
            guard bytes.count <= BusProgram.mostBytes else { return .nonsense }
        }
    }
}
