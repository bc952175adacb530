internal import CLinux
internal import CNcurses
internal import Languages
internal import PatternGrid
internal import PatternStroke

/// The pad's stand-in where nothing can be drawn: the pattern is typed, without echo. Also asks for other
/// text, such as a password.
///
/// In raw mode from the first prompt to the last answer, as Ctrl-C is ours here too, and so that what is
/// typed between two prompts does not show either.
struct Typing: ~Copyable {
    private let options: PadOptions
    /// What was typed behind the end of a line.
    private var ahead: ArraySlice<UInt8> = []

    /// What a line ended with.
    private enum Line {
        case text([UInt8])
        case ended(Program.Ending)
    }

    /// The longest text that can be typed, in bytes.
    static let longest = 512

    /// Asks until there is a result.
    static func run(_ options: PadOptions, on terminal: borrowing Terminal) -> Program.Ending {
        Sandbox.enter(console: false)
        var typing = Typing(options: options)
        Typing.enter(terminal)
        if let message = options.message { terminal.write(shown(PadWords.message(message)) + "\r\n") }
        if options.offersPassword { terminal.write(PadWords.usePassword + "\r\n") }
        let ending = options.action == .draw ? typing.askAll(terminal) : typing.askForText(terminal)
        Typing.wipe(&typing.ahead)
        Typing.leave(terminal)
        return ending
    }

    /// Asks for a line of text, which may be empty.
    private mutating func askForText(_ terminal: borrowing Terminal) -> Program.Ending {
        let line = read(Typing.shown(options.prompt ?? say("Password") + ": "), terminal)
        terminal.write("\r\n")
        switch line {
        case .ended(let ending): return ending
        case .text(var text):
            guard text.count > Typing.longest else { return .text(text) }
            Typing.wipe(&text)
            return .tooLong
        }
    }

    private mutating func askAll(_ terminal: borrowing Terminal) -> Program.Ending {
        let first = ask(PadWords.title(Typing.shown(options.prompt ?? "Pattern")), terminal)
        guard options.confirms, case .pattern = first else { return first }
        while true {
            let second = ask(say("The same again"), terminal)
            guard case .pattern = second else { return second }
            if second == first { return first }
            terminal.write(say("Not the same.") + "\r\n")
        }
    }

    /// Asks until it is a pattern.
    private mutating func ask(_ prompt: String, _ terminal: borrowing Terminal) -> Program.Ending {
        let cue =
            options.grid == .phone
            ? "\(options.keypad.map)" : say("numbers 1 to %1 with dashes", "\(options.grid.nodeCount)")
        while true {
            let line = read("\(prompt) (\(cue)): ", terminal)
            terminal.write("\r\n")
            switch line {
            case .ended(let ending): return ending
            case .text(let typed):
                do throws(TypedError) {
                    return .pattern(try Pattern(typed: typed.span, keypad: options.keypad, on: options.grid))
                } catch {
                    switch error {
                    case .empty: return options.offersPassword ? .empty : .cancelled
                    case .tooShort:
                        terminal.write(
                            say("Too short: a pattern has at least %1 dots.", "\(Grid.minimumLength)")
                                + "\r\n")
                    case .notAPattern: terminal.write(say("Not a pattern.") + "\r\n")
                    }
                }
            }
        }
    }

    /// Reads a line, with the few editing keys of a prompt.
    private mutating func read(_ prompt: String, _ terminal: borrowing Terminal) -> Line {
        var line: [UInt8] = []
        // So that it does not move, and leave copies behind.
        line.reserveCapacity(Typing.longest + 1)
        terminal.write(prompt)
        while true {
            while let byte = ahead.popFirst() {
                switch byte {
                case 0x0d, 0x0a: return .text(line)
                // Ctrl-C, Ctrl-D, Ctrl-\.
                case 0x03, 0x04, 0x1c: return cancelled(&line)
                case 0x1b where options.action == .draw: return cancelled(&line)
                case 0x08, 0x7f: Typing.removeCharacter(&line)
                case 0x15: Typing.wipe(&line)  // Ctrl-U
                case 0x1a:
                    guard terminal.signals.canStop else { continue }
                    guard stop(group: true, terminal) else { return .ended(.cancelled) }
                    Typing.wipe(&line)
                    terminal.write(prompt)
                // One more than there may be shows that it was too long.
                default: if line.count <= Typing.longest { line.append(byte) }
                }
            }
            switch terminal.wait(until: nil) {
            case .bytes(let bytes):
                Typing.wipe(&ahead)
                ahead = bytes[...]
            case .mouse, .timeout, .signal(SIGWINCH): break
            case .closed: return .ended(.cancelled)
            case .signal(SIGCONT):
                // After a stop that nothing can be done at, SIGSTOP: the mode is somebody else's.
                guard terminal.signals.regain(terminal.number) else { return .ended(.cancelled) }
                Typing.enter(terminal)
                Typing.wipe(&line)
                terminal.write("\r\n" + prompt)
            case .signal(SIGTSTP):
                guard stop(group: false, terminal) else { return .ended(.cancelled) }
                Typing.wipe(&line)
                terminal.write(prompt)
            case .signal(let signal): return .ended(.died(signal))
            }
        }
    }

    private func cancelled(_ line: inout [UInt8]) -> Line {
        Typing.wipe(&line)
        return .ended(.cancelled)
    }

    /// Takes the last character back, of UTF-8 all its bytes.
    private static func removeCharacter(_ line: inout [UInt8]) {
        while let byte = line.popLast(), byte & 0xc0 == 0x80 {}
    }

    /// Overwrites and empties what was typed; its memory stays. Copies that the system made stay, too: this
    /// is a process of the user's own, which nobody else can read and which ends at once.
    static func wipe<Bytes: RangeReplaceableCollection & MutableCollection>(
        _ bytes: inout Bytes
    ) where Bytes.Element == UInt8 {
        _ = unsafe bytes.withContiguousMutableStorageIfAvailable { buffer in
            // SAFETY: the buffer is valid in the closure and has this count.
            if let start = buffer.baseAddress { unsafe explicit_bzero(start, buffer.count) }
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Gives the terminal back while the process is stopped; what was typed so far is forgotten.
    private mutating func stop(group: Bool, _ terminal: borrowing Terminal) -> Bool {
        terminal.write("\r\n")
        ahead = []
        Typing.leave(terminal)
        guard terminal.signals.stop(group: group, terminal: terminal.number) else { return false }
        Typing.enter(terminal)
        return true
    }

    private static func enter(_ terminal: borrowing Terminal) {
        var raw = terminal.mode
        var found = terminal.mode
        raw.c_lflag &= ~tcflag_t(ICANON | ISIG | ECHO | ECHONL | IEXTEN)
        raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
        terminal.set(raw)
        // SAFETY: `found` lives through the call, which copies it.
        unsafe crash_watch(terminal.number, &found, "\r\n", 2)
    }

    private static func leave(_ terminal: borrowing Terminal) {
        terminal.set(terminal.mode)
        crash_forget()
    }

    /// A text as a terminal may show it: no control characters.
    private static func shown(_ text: String) -> String {
        TextLine(text, width: { Int(character_width($0.value)) }).text
    }
}
