internal import CLinux
internal import PatternVault

/// The terminal of the person who runs the command: `/dev/tty`, so that it works beside pipes.
struct Terminal: ~Copyable {
    /// How a prompt ended without a line.
    enum Ending: Error, Equatable {
        /// Ctrl-C, or another signal that ends programs.
        case interrupted
        /// Ctrl-D, or the terminal went away.
        case closed
        /// The terminal failed, or there is no memory.
        case failed(Errno)
    }

    /// What waiting for the terminal brought.
    private enum Event {
        case line
        case signal(CInt)
    }

    private let descriptor: Descriptor

    /// Opens the controlling terminal; nil when there is none.
    init?() {
        do throws(Errno) {
            descriptor = try System.open(Path("/dev/tty"), flags: .readAndWrite)
        } catch {
            return nil
        }
    }

    /// Shows a text; one that can't be shown is not worth an error, as the answer then tells.
    func show(_ text: String) {
        do throws(Errno) {
            try System.write(Array(text.utf8).span, to: descriptor)
        } catch {}
    }

    /// Its mode; nil where it can't be told.
    var mode: termios? {
        var mode = termios()
        // SAFETY: `mode` lives through the call, which fills it.
        return unsafe linux_get_terminal(descriptor.number, &mode) == 0 ? mode : nil
    }

    /// Gives it a mode that it had before.
    func restore(_ mode: termios) {
        var mode = mode
        // SAFETY: `mode` lives through the call.
        _ = unsafe linux_set_terminal(descriptor.number, &mode)
    }

    /// Asks for a line, without echo unless it is no secret.
    ///
    /// The terminal is as before on every way out, and a stop (Ctrl-Z) gives it back for as long.
    func ask(_ prompt: String, echo: Bool = false) throws(Ending) -> Secret {
        let signals = try attempt { () throws(Errno) in try SignalWatch() }
        while true {
            if let line = try askOnce(prompt, echo: echo, signals) {
                return line
            }
        }
    }

    /// Asks once; nil when the person stopped the program and came back to it.
    private func askOnce(
        _ prompt: String, echo: Bool, _ signals: borrowing SignalWatch
    ) throws(Ending) -> Secret? {
        let number = descriptor.number
        let mode = try attempt { () throws(Errno) in try TerminalMode.set(number, echo: echo) }
        show(prompt)
        switch try wait(signals) {
        case .line:
            let line = try readLine()
            if !echo { show("\n") }
            _ = consume mode
            return line
        case .signal(let signal):
            show("\n")
            // Restored before the signal acts: a stopped program must not keep the terminal silent.
            _ = consume mode
            guard signal == SIGTSTP else { throw .interrupted }
            signals.deliver(signal)
            return nil
        }
    }

    /// Waits for a line or a signal: poll(2).
    private func wait(_ signals: borrowing SignalWatch) throws(Ending) -> Event {
        var polled = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            // SAFETY: the array lives through the call and has the count that is told.
            let count = unsafe poll(&polled, nfds_t(polled.count), -1)
            guard count > 0 else { continue }
            if polled[0].revents != 0, let signal = signals.next() {
                return .signal(signal)
            }
            if polled[1].revents & Int16(POLLIN) != 0 { return .line }
            if polled[1].revents != 0 { throw .closed }
        }
    }

    /// Reads the line that is there, byte by byte and without its end.
    private func readLine() throws(Ending) -> Secret {
        var ending: Ending?
        let number = descriptor.number
        let line = Secret(capacity: 4096) { output in
            while ending == nil {
                var byte: UInt8 = 0
                // SAFETY: `byte` lives through the call.
                let count = unsafe linux_read(number, &byte, 1)
                if count == 0 {
                    ending = .closed
                } else if count < 0 {
                    ending = count == -Int(EINTR) ? nil : .failed(Errno(CInt(-count)))
                } else if byte == UInt8(ascii: "\n") {
                    return
                } else if output.isFull {
                    ending = .failed(.outOfRange)
                } else {
                    output.append(byte)
                }
            }
        }
        if let ending { throw ending }
        guard let line else { throw .failed(.noMemory) }
        return line
    }

    private func attempt<Result: ~Copyable>(
        _ body: () throws(Errno) -> Result
    ) throws(Ending) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw .failed(error)
        }
    }
}
