internal import CLinux
internal import CommandSupport
internal import Languages

/// The command patternctl: reads its arguments, runs one of its commands, tells how it ended.
package enum Control {
    /// The version, which `--version` and packages tell.
    package static let version = "0.1.0"

    /// Runs with the arguments of the process, and ends it.
    package static func main() -> Never {
        Language.begin()
        CommandProcess.prepare()
        CommandProcess.hide()
        do throws(Failure) {
            try run(CommandProcess.words)
            exit(ExitCode.done.rawValue)
        } catch {
            if !error.message.isEmpty { Output.complain(error.message) }
            exit(error.code.rawValue)
        }
    }

    /// Runs with these arguments, the program's name first.
    package static func run(_ words: [String]) throws(Failure) {
        try SelfService.admit(words)
        let options = try Options(words)
        if options.json { Language.useEnglish() }
        switch options.action {
        case .help: try Output.print(Options.help)
        case .version: try Output.print("patternctl (pam_pattern) \(version)")
        case .enroll: try Enroll(options).run()
        case .verify: try Verify(options).run()
        case .remove: try Remove(options).run()
        case .list: try List(options).run()
        case .status: try Status(options).run()
        case .unlock: try Unlock(options).run()
        case .explain:
            var explain = try Explain(options)
            try explain.run()
        case .calibrate: try Calibrate(options).run()
        case .random: try Random(options).run()
        case .audit: try Audit(options).run()
        case .export: try Export(options).run()
        case .import: try Import(options).run()
        case .doctor: try Doctor(options).run()
        }
    }
}
