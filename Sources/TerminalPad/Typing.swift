internal import CLinux
internal import CNcurses
internal import PatternGrid
internal import PatternStroke

/// The pad's stand-in where nothing can be drawn: the pattern is typed, without echo.
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

    private static let longest = 256

    /// Asks until there is a result.
    static func run(_ options: PadOptions, on terminal: borrowing Terminal) -> Program.Ending {
        var typing = Typing(options: options)
        Typing.enter(terminal)
        if let message = options.message { terminal.write(shown(message) + "\r\n") }
        let ending = typing.askAll(terminal)
        Typing.leave(terminal)
        return ending
    }

    private mutating func askAll(_ terminal: borrowing Terminal) -> Program.Ending {
        let first = ask(PadWords.title(Typing.shown(options.prompt ?? "Pattern")), terminal)
        guard options.confirms, case .pattern = first else { return first }
        while true {
            let second = ask("The same again", terminal)
            guard case .pattern = second else { return second }
            if second == first { return first }
            terminal.write("Not the same.\r\n")
        }
    }

    /// Asks until it is a pattern.
    private mutating func ask(_ prompt: String, _ terminal: borrowing Terminal) -> Program.Ending {
        let cue =
            options.grid == .phone
            ? "\(options.keypad.map)" : "numbers 1 to \(options.grid.nodeCount) with dashes"
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
                    case .empty: return .cancelled
                    case .tooShort:
                        terminal.write("Too short: a pattern has at least \(Grid.minimumLength) dots.\r\n")
                    case .notAPattern: terminal.write("Not a pattern.\r\n")
                    }
                }
            }
        }
    }

    /// Reads a line, with the few editing keys of a prompt.
    private mutating func read(_ prompt: String, _ terminal: borrowing Terminal) -> Line {
        var line: [UInt8] = []
        terminal.write(prompt)
        while true {
            while let byte = ahead.popFirst() {
                switch byte {
                case 0x0d, 0x0a: return .text(line)
                // Ctrl-C, Ctrl-D, Ctrl-\, Esc.
                case 0x03, 0x04, 0x1c, 0x1b: return .ended(.cancelled)
                case 0x08, 0x7f: _ = line.popLast()
                case 0x15: line = []  // Ctrl-U
                case 0x1a:
                    guard terminal.signals.canStop else { continue }
                    guard stop(group: true, terminal) else { return .ended(.cancelled) }
                    line = []
                    terminal.write(prompt)
                default: if line.count < Typing.longest { line.append(byte) }
                }
            }
            switch terminal.wait(until: nil) {
            case .bytes(let bytes): ahead = bytes[...]
            case .timeout, .signal(SIGWINCH): break
            case .closed: return .ended(.cancelled)
            case .signal(SIGCONT):
                // After a stop that nothing can be done at, SIGSTOP: the mode is somebody else's.
                guard terminal.signals.regain(terminal.number) else { return .ended(.cancelled) }
                Typing.enter(terminal)
                line = []
                terminal.write("\r\n" + prompt)
            case .signal(SIGTSTP):
                guard stop(group: false, terminal) else { return .ended(.cancelled) }
                line = []
                terminal.write(prompt)
            case .signal(let signal): return .ended(.died(signal))
            }
        }
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
