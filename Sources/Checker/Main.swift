internal import CLinux
internal import CSandbox
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
        let user = System.realUser
        if user == 0 {
            // Any account, so which one comes first.
            let request = readRequest()
            let desk = prepare(request.uid)
            enterSandbox()
            answer(answer(to: request, at: desk))
        } else {
            // All that there is for this user is open before a byte of the request is looked at, and nothing
            // else can be opened from then on: no other's record, whatever a request could do.
            let desk = prepare(user)
            enterSandbox()
            let request = readRequest()
            guard request.uid == user else {
                answer(.refused(Line("a user may ask for their own pattern alone").bytes))
                exit(0)
            }
            answer(answer(to: request, at: desk))
        }
        exit(0)
    }

    /// What a request is answered with.
    private enum Desk: ~Copyable {
        case ready(Account, Records, Verifier<SettledClock>)
        case closed(CheckerAnswer)
    }

    /// Reads the settings, looks the account up and opens its records.
    private static func prepare(_ uid: UInt32) -> Desk {
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings.load(file: Settings.standardFile, mayBeMissing: true)
        } catch {
            return .closed(.unusable(error.text))
        }
        let found: Account?
        do throws(Errno) {
            found = try Account.find(uid: uid)
        } catch {
            return .closed(CheckerAnswer(.accountsUnusable(error)))
        }
        guard let account = found else { return .closed(.refused(Line("no such account").bytes)) }
        do throws(StoreError) {
            guard let records = try Records.open(account, in: .standard) else { return .closed(.notEnrolled) }
            return .ready(
                account, records, Verifier(settings: settings, store: .standard, clock: SettledClock()))
        } catch {
            return .closed(CheckerAnswer(.storeUnusable(error)))
        }
    }

    /// Gives up what is not needed any more: files and sockets above all. A kernel that can't do that is no
    /// reason to refuse; one that could and won't is.
    private static func enterSandbox() {
        // The time in a log line is local, and a file tells how.
        linux_load_time_zone()
        // Nothing can be connected later. Without a log, or when its daemon starts anew meanwhile, a line is lost.
        linux_open_log()
        let error = Errno(-sandbox_enter(0))
        guard error != Errno(0) else { return }
        var line = Line("the kernel took no filter of system calls: ")
        line.add(error)
        log(line)
        answer(.unusable(line.bytes))
        exit(0)
    }

    private static func answer(to request: consuming CheckerRequest, at desk: consuming Desk) -> CheckerAnswer
    {
        switch consume desk {
        case .closed(let answer): return answer
        case .ready(let account, let records, var verifier):
            switch consume request {
            // Whether an account may try.
            case .ask:
                switch verifier.admit(records) {
                case .ready(let grid): return .ready(grid)
                case .refused(let verdict): return CheckerAnswer(verdict)
                }
            // Counts a try and decides on it.
            case .attempt(_, let text):
                let verdict = verifier.judge(canonical: text, records)
                if case .right = verdict {} else { log(verdict, account) }
                if let failure = verifier.failureToForgive { logKept(failure, account) }
                return CheckerAnswer(verdict)
            }
        }
    }

    /// How long the request may take, in seconds. The module has written it before it starts the checker.
    private static var patienceForRequest: CUnsignedInt { 3 }

    /// The request; without one that it knows, the process ends.
    private static func readRequest() -> CheckerRequest {
        // One that does not come must not keep what was read so far: settings and records change.
        linux_end_after(patienceForRequest)
        let frame = readFrame()
        linux_end_after(0)
        guard let frame, let request = CheckerRequest.parse(frame.span) else {
            answer(.refused(Line("no request that it knows").bytes))
            exit(1)
        }
        return request
    }

    /// All of standard input, or what is longer than a frame can be.
    private static func readFrame() -> Secret? {
        Secret(capacity: CheckerRequest.maximumSize + 1) { output in
            while !output.isFull {
                var byte: UInt8 = 0
                // SAFETY: `byte` lives through the call.
                let count = unsafe linux_read(STDIN_FILENO, &byte, 1)
                if count == -Int(EINTR) { continue }
                guard count == 1 else { return }
                output.append(byte)
            }
        }
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
        log(line)
    }

    private static func log(_ line: Line) {
        guard let text = Secret(copying: line.bytes.span) else { return }
        _ = unsafe text.withCString { unsafe linux_log(LOG_NOTICE, $0) }
    }
}
