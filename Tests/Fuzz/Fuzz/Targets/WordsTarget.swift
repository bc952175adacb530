import CommandSupport
import PatternControl
import PatternGrid
import PatternVault
import TerminalPad

#if canImport(AskPass)
    import AskPass
#endif

/// The command lines of the programs.
enum WordsTarget {
    static func run(_ feed: inout Feed) {
        let program = feed.choice(3)
        let line = feed.rest().split(separator: 0x0a, omittingEmptySubsequences: false)
        // As the kernel hands them on: without a NUL inside.
        let words =
            ["program"] + line.prefix(24).map { String(decoding: $0.filter { $0 != 0 }, as: UTF8.self) }
        switch program {
        case 0: checkControl(words)
        case 1: checkPad(words)
        default:
            #if canImport(AskPass)
                checkAskPass(words)
            #endif
        }
    }

    private static func checkControl(_ words: [String]) {
        do throws(Failure) {
            let options = try Options(words)
            claim(options.count.map { (1...1000).contains($0) } ?? true, "a count is in its range")
            claim(options.top.map { $0 > 0 } ?? true, "so is what audit tries")
            claim(
                [options.conf, options.store].allSatisfy { $0?.bytes.first ?? 0x2f == 0x2f },
                "paths are absolute")
            claim(
                options.user == nil || words.contains { $0.contains("u") }, "nothing is set that was not said"
            )
        } catch {
            claim(error.code == .usage && !error.message.isEmpty, "a wrong line is one of usage")
        }
    }

    private static func checkPad(_ words: [String]) {
        do throws(UsageError) {
            let options = try PadOptions(words)
            claim(Grid.sides.contains(options.grid.side), "a grid is one")
        } catch {
            claim(!error.message.isEmpty, "a wrong line is told")
        }
    }

    #if canImport(AskPass)
        private static func checkAskPass(_ words: [String]) {
            do throws(UsageError) {
                let options = try AskPassOptions(words)
                claim(
                    options.action != .ask || !options.enrolls || options.prompt == nil,
                    "enrolling has its words")
            } catch {
                claim(!error.message.isEmpty, "a wrong line is told")
            }
        }
    #endif
}
