internal import CNcurses
internal import PatternGrid
internal import PatternStroke

/// The pad's stand-in where nothing can be drawn: the pattern is typed, without echo.
enum Typing {
    /// What a line ended with.
    private enum Line {
        case text([UInt8])
        case ended(Program.Ending)
    }

    private static let longest = 256

    /// Asks until there is a result.
    static func run(_ options: PadOptions, on terminal: borrowing Terminal) -> Program.Ending {
        if let message = options.message { terminal.write(shown(message) + "\n") }
        let first = ask(PadWords.title(shown(options.prompt ?? "Pattern")), options, terminal)
        guard options.confirms, case .pattern = first else { return first }
        while true {
            let second = ask("The same again", options, terminal)
            guard case .pattern = second else { return second }
            if second == first { return first }
            terminal.write("Not the same.\n")
        }
    }

    /// Asks until it is a pattern.
    private static func ask(
        _ prompt: String, _ options: PadOptions, _ terminal: borrowing Terminal
    ) -> Program.Ending {
        let cue =
            options.grid == .phone
            ? "\(options.keypad.map)" : "numbers 1 to \(options.grid.nodeCount) with dashes"
        while true {
            switch read("\(prompt) (\(cue)): ", terminal) {
            case .ended(let ending): return ending
            case .text(let typed):
                do throws(TypedError) {
                    return .pattern(
                        try Pattern(typed: typed.span, keypad: options.keypad, on: options.grid))
                } catch {
                    switch error {
                    case .empty: return .cancelled
                    case .tooShort:
                        terminal.write("Too short: a pattern has at least \(Grid.minimumLength) dots.\n")
                    case .notAPattern: terminal.write("Not a pattern.\n")
                    }
                }
            }
        }
    }

    /// Reads a line. Raw mode, as Ctrl-C is ours here too, with the few editing keys of a prompt.
    private static func read(_ prompt: String, _ terminal: borrowing Terminal) -> Line {
        var line: [UInt8] = []
        start(prompt, terminal)
        while true {
            switch terminal.wait(until: nil) {
            case .timeout, .signal(SIGWINCH): break
            case .closed: return end(.ended(.cancelled), terminal)
            case .signal(SIGCONT): start(prompt, terminal)
            case .signal(SIGTSTP):
                guard stop(group: false, terminal) else { return end(.ended(.cancelled), terminal) }
                start(prompt, terminal)
            case .signal(let signal): return end(.ended(.died(signal)), terminal)
            case .bytes(let bytes):
                for byte in bytes {
                    switch byte {
                    case 0x0d, 0x0a: return end(.text(line), terminal)
                    // Ctrl-C, Ctrl-D, Ctrl-\, Esc.
                    case 0x03, 0x04, 0x1c, 0x1b: return end(.ended(.cancelled), terminal)
                    case 0x08, 0x7f: _ = line.popLast()
                    case 0x15: line = []
                    case 0x1a:
                        guard terminal.signals.canStop else { continue }
                        guard stop(group: true, terminal) else { return end(.ended(.cancelled), terminal) }
                        start(prompt, terminal)
                    default: if line.count < longest { line.append(byte) }
                    }
                }
            }
        }
    }

    private static func start(_ prompt: String, _ terminal: borrowing Terminal) {
        var raw = terminal.mode
        var found = terminal.mode
        raw.c_lflag &= ~tcflag_t(ICANON | ISIG | ECHO | ECHONL | IEXTEN)
        raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
        terminal.set(raw)
        // SAFETY: `found` lives through the call, which copies it.
        unsafe crash_watch(terminal.number, &found, "\n", 1)
        terminal.write(prompt)
    }

    private static func end(_ line: Line, _ terminal: borrowing Terminal) -> Line {
        terminal.write("\n")
        terminal.set(terminal.mode)
        crash_forget()
        return line
    }

    private static func stop(group: Bool, _ terminal: borrowing Terminal) -> Bool {
        terminal.write("\n")
        terminal.set(terminal.mode)
        crash_forget()
        return terminal.signals.stop(group: group, terminal: terminal.number)
    }

    /// A text as a terminal may show it: no control characters.
    private static func shown(_ text: String) -> String {
        TextLine(text, width: { Int(character_width($0.value)) }).text
    }
}
