internal import CGtk
internal import CLinux
internal import CommandSupport
internal import Languages
internal import PatternGrid

/// The program pattern-askpass: reads its arguments, asks, prints the answer.
package enum Program {
    /// The version, which `--version` and packages tell.
    package static let version = "0.1.0"

    private static let name: StaticString = "pattern-askpass"
    /// Settings, which say what prompt asks for a pattern.
    private static let settingsPath = "/etc/security/pattern.conf"

    /// Runs with the arguments of the process, and ends it.
    package static func main() -> Never {
        let hasOutput = CommandProcess.prepare()
        Language.begin(onTerminal: false)
        let options: AskPassOptions
        do throws(UsageError) {
            options = try AskPassOptions(CommandProcess.words)
        } catch {
            CommandOutput.complain(say("%1; see %2", error.message, "pattern-askpass --help"), program: name)
            exit(2)
        }
        switch options.action {
        case .help: end(CommandOutput.print(AskPassOptions.help))
        case .version: end(CommandOutput.print("pattern-askpass (pam_pattern) \(version)"))
        case .ask:
            guard hasOutput, let answer = Answer() else { fail(say("standard output: is closed")) }
            ask(options, answer)
        }
    }

    private static func ask(_ options: AskPassOptions, _ answer: consuming Answer) -> Never {
        let settings = PadSettings(file: settingsPath)
        let request: Request =
            options.enrolls
            ? .enrolment
            : Request(prompt: options.prompt, hint: variable("SSH_ASKPASS_PROMPT"), custom: settings.prompt)
        let pad = PadOptions(options, request, settings)
        // Cairo draws what there is to draw in less time than a GL driver takes to load.
        unsafe setenv("GSK_RENDERER", "cairo", 0)
        guard gtk_init_check() != 0 else { askOnTerminal(request, pad, answer) }
        // Not before: portals look at a process that asks them for settings, and GTK has done that.
        CommandProcess.hide()
        let window = Window(request, pad)
        switch window.run() {
        case .pattern(let pattern): end(answer.write(pattern))
        case .empty: end(answer.write(line: ""))
        case .text: unsafe end(window.withText { unsafe answer.write(line: UnsafeRawBufferPointer($0)) })
        case .yes: end(answer.write(line: "yes"))
        case .seen: exit(0)
        case .cancelled: exit(1)
        }
    }

    private static func askOnTerminal(
        _ request: Request, _ options: PadOptions, _ answer: consuming Answer
    ) -> Never {
        if case .notice(let text) = request {
            CommandOutput.complain(text, program: name)
            exit(0)
        }
        if case .confirmation = request { fail(say("no display to confirm it on; not confirmed")) }
        if let words = Fallback.words(for: request, options) {
            answer.giveBack()
            Fallback.run(words)
        }
        fail(say("no display, and %1 can't be run", Fallback.path))
    }

    private static func end(_ isWritten: Bool) -> Never {
        guard isWritten else { fail(say("standard output: can't be written")) }
        exit(0)
    }

    private static func fail(_ message: String) -> Never {
        CommandOutput.complain(message, program: name)
        exit(1)
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
