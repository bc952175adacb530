internal import CLinux
internal import PatternGrid
internal import PatternVault

/// The checker, pattern-chkpwd(8): answers one request on standard input, for callers that can't read
/// the store themselves.
///
/// Its whole policy is here. It believes nothing of its caller: no argument, no environment, no file
/// but the compiled-in ones, and it answers a user for that user's own uid alone.
@main
enum Main {
    static func main() {
        // First of all: nobody of the same user may read this process or get a dump of it.
        guard linux_hide_process() else { exit(1) }
        linux_clear_environment()
        guard Memory.isAvailable(256 * 1024) else { exit(1) }
        // The answer must not be cut short by a caller that went away.
        linux_ignore_broken_pipes()
        guard let frame = readFrame(), let request = CheckerRequest.parse(frame.span) else {
            answer(.refused(Line("no request that it knows").bytes))
            exit(1)
        }
        switch consume request {
        case .ask(let uid):
            answer(asked(uid))
        case .attempt(let uid, let text):
            answer(tried(text, uid))
        }
        exit(0)
    }

    /// Whether an account may try.
    private static func asked(_ uid: UInt32) -> CheckerAnswer {
        switch prepare(uid) {
        case .failed(let answer): return answer
        case .ready(let account, let verifier):
            switch verifier.admit(account) {
            case .ready(let grid): return .ready(grid)
            case .refused(let verdict): return CheckerAnswer(verdict)
            }
        }
    }

    /// Counts a try and decides on it.
    private static func tried(_ text: borrowing Secret, _ uid: UInt32) -> CheckerAnswer {
        switch prepare(uid) {
        case .failed(let answer): return answer
        case .ready(let account, var verifier):
            let verdict = verifier.judge(canonical: text, account: account)
            if case .right = verdict {} else { log(verdict, account) }
            if let failure = verifier.failureToForgive { logKept(failure, account) }
            return CheckerAnswer(verdict)
        }
    }

    private enum Preparation {
        case ready(Account, Verifier<SystemClock>)
        case failed(CheckerAnswer)
    }

    private static func prepare(_ uid: UInt32) -> Preparation {
        guard System.realUser == 0 || System.realUser == uid else {
            return .failed(.refused(Line("a user may ask for their own pattern alone").bytes))
        }
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings.load(file: Settings.standardFile, mayBeMissing: true)
        } catch {
            return .failed(.unusable(error.text))
        }
        do throws(Errno) {
            guard let account = try Account.find(uid: uid) else {
                return .failed(.refused(Line("no such account").bytes))
            }
            return .ready(account, Verifier(settings: settings, store: .standard, clock: SystemClock()))
        } catch {
            return .failed(CheckerAnswer(.accountsUnusable(error)))
        }
    }

    /// All of standard input, unless it is longer than a frame can be.
    private static func readFrame() -> Secret? {
        let most = CheckerRequest.maximumSize + 1
        let frame = Secret(capacity: most) { output in
            while !output.isFull {
                var byte: UInt8 = 0
                // SAFETY: `byte` lives through the call.
                let count = unsafe linux_read(STDIN_FILENO, &byte, 1)
                if count == -Int(EINTR) { continue }
                guard count == 1 else { return }
                output.append(byte)
            }
        }
        guard let frame, frame.count < most else { return nil }
        return frame
    }

    private static func answer(_ answer: CheckerAnswer) {
        let bytes = answer.frame
        unsafe bytes.span.withUnsafeBytes { buffer in
            // SAFETY: the buffer is valid in the closure. An answer is below PIPE_BUF: all or nothing.
            guard let base = buffer.baseAddress else { return }
            _ = unsafe linux_write(STDOUT_FILENO, base, buffer.count)
        }
    }

    /// Logs by itself: what a user's own process says in the log need not be true.
    private static func log(_ verdict: Verdict, _ account: Account) {
        log("authentication failure;", account, verdict.reason)
    }

    /// Logs that a right pattern opened but its try stays counted.
    private static func logKept(_ failure: StoreError, _ account: Account) {
        log("a right pattern stays counted as a try;", account, failure.text)
    }

    private static func log(_ what: StaticString, _ account: Account, _ reason: [UInt8]) {
        var line = Line(what)
        line.add(" uid=")
        line.add(Int(System.realUser))
        line.add(" user=")
        line.add(untrusted: account.name.span)
        line.add(" reason=")
        line.add(reason)
        guard let text = Secret(copying: line.bytes.span) else { return }
        _ = unsafe text.withCString { unsafe linux_log("pattern-chkpwd", LOG_NOTICE, $0) }
    }
}
