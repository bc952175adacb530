internal import CLinux
internal import CommandSupport
internal import Languages
internal import PatternGrid
internal import PatternStroke

/// The program pattern-pad: reads its arguments, draws or asks, prints what came of it.
package enum Program {
    /// The version, which `--version` and packages tell.
    package static let version = "0.1.0"

    /// How it ends, for scripts.
    enum ExitCode: CInt {
        case done = 0
        case cancelled = 1
        case usage = 2
        case noTerminal = 3
    }

    /// What came of drawing or typing.
    enum Ending: Equatable {
        case pattern(Pattern)
        /// The password is used instead: an empty line.
        case empty
        case text([UInt8])
        case tooLong
        case cancelled
        case died(CInt)
        /// This terminal can't be drawn on.
        case incapable
    }

    /// Runs with the arguments of the process, and ends it.
    package static func main() -> Never {
        let hasOutput = CommandProcess.prepare()
        Language.begin()
        let options: PadOptions
        do throws(UsageError) {
            options = try PadOptions(CommandProcess.words)
        } catch {
            complain(say("%1; see %2", error.message, "pattern-pad --help"))
            exit(ExitCode.usage.rawValue)
        }
        switch options.action {
        case .help: print(PadOptions.help)
        case .version: print("pattern-pad (pam_pattern) \(version)")
        case .draw, .askForText:
            // Else the terminal itself would be descriptor 1, and show the pattern.
            guard hasOutput else { fail(say("standard output: is closed")) }
            draw(options)
        }
        exit(ExitCode.done.rawValue)
    }

    private static func draw(_ options: PadOptions) {
        CommandProcess.hide()
        guard let terminal = Terminal() else {
            complain(say("no terminal to draw on; type the pattern where it is asked for"))
            exit(ExitCode.noTerminal.rawValue)
        }
        var ending = options.action == .draw ? Drawing.run(options, on: terminal) : .incapable
        if ending == .incapable { ending = Typing.run(options, on: terminal) }
        switch ending {
        case .text(var text):
            let isWritten = CommandOutput.write(text + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
            Typing.wipe(&text)
            guard isWritten else { fail(say("standard output: can't be written")) }
        case .tooLong: fail(say("longer than %1 bytes; nothing was answered", "\(Typing.longest)"))
        case .empty: print("")
        case .pattern(let pattern): print(String(decoding: pattern.canonicalText, as: UTF8.self))
        case .cancelled, .incapable: exit(ExitCode.cancelled.rawValue)
        case .died(let signal): terminal.signals.die(of: signal)
        }
    }

    private static func print(_ text: String) {
        guard CommandOutput.print(text) else { fail(say("standard output: can't be written")) }
    }

    private static func fail(_ message: String) -> Never {
        complain(message)
        exit(ExitCode.cancelled.rawValue)
    }

    private static func complain(_ message: String) {
        CommandOutput.complain(message, program: "pattern-pad")
    }
}
