import CLinux
import Foundation
import PatternGrid
import PatternVault
import Testing

/// Asking the checker, with small scripts in its place.
struct CheckerClientTests {
    private static func admit(_ program: Path, _ clock: TestClock = TestClock()) -> Admission {
        CheckerClient(path: program, clock: clock).admit(Sample.account)
    }

    private static func judge(
        _ program: Path, _ clock: TestClock = TestClock(), typed: String = Sample.drawing
    ) throws -> Verdict {
        CheckerClient(path: program, clock: clock)
            .judge(try Secret.text(typed), keypad: .phone, account: Sample.account, grid: .phone)
    }

    private static func refused(_ failure: CheckerFailure) -> Admission {
        .refused(.checkerUnusable(failure))
    }

    /// The path of a program that an exit test was told of.
    private static func vaultPath(_ path: String) throws -> Path {
        try present(Path(absolute: path.bytes.span))
    }

    /// What a program wrote into its folder.
    private static func contents(of name: String, beside program: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: program).deletingLastPathComponent().appending(path: name)))
    }

    /// Ends a process that would go on for ever, in failure.
    private static func exit(after seconds: UInt32) {
        Thread.detachNewThread {
            sleep(seconds)
            Foundation.exit(3)
        }
    }

    // MARK: Answers

    @Test(
        arguments: [
            (.ready(.phone), .ready(.phone)),
            (.locked(.seconds(61)), .refused(.locked(.seconds(61)))),
            (.locked(.untilStrongFactor), .refused(.locked(.untilStrongFactor))),
            (.notEnrolled, .refused(.notEnrolled)),
            (.strongFactorDue, .refused(.refused(.strongFactorDue))),
            (.unusable("attempts is damaged".bytes), refused(.unusable("attempts is damaged".bytes))),
            (.refused("no such account".bytes), refused(.refused("no such account".bytes))),
            (.noRights, refused(.noSetgid)),
            // Nothing was compared, so nothing can be right: such an answer is none.
            (.right(wrongBefore: 0), refused(.noAnswer)),
            (.wrong, refused(.noAnswer)),
        ] as [(CheckerAnswer, Admission)])
    func asks(answer: CheckerAnswer, admission: Admission) throws {
        let program = try StandIn(answering: answer.frame)
        #expect(Self.admit(program.path) == admission)
        #expect(try program.folder.contents(of: "request") == "pampat-1a".bytes + [0xe8, 3, 0, 0, 0])
    }

    @Test(
        arguments: [
            (.right(wrongBefore: 0), .right(wrongBefore: 0)),
            (.right(wrongBefore: 4), .right(wrongBefore: 4)),
            (.wrong, .wrong),
            (.locked(.seconds(61)), .locked(.seconds(61))),
            (.locked(.untilStrongFactor), .locked(.untilStrongFactor)),
            (.notEnrolled, .notEnrolled),
            (.strongFactorDue, .refused(.strongFactorDue)),
            (
                .unusable("no memory for the hash".bytes),
                .checkerUnusable(.unusable("no memory for the hash".bytes))
            ),
            (.refused("no such account".bytes), .checkerUnusable(.refused("no such account".bytes))),
            (.noRights, .checkerUnusable(.noSetgid)),
            (.ready(.phone), .checkerUnusable(.noAnswer)),
        ] as [(CheckerAnswer, Verdict)])
    func lets(answer: CheckerAnswer, verdict: Verdict) throws {
        let program = try StandIn(answering: answer.frame)
        #expect(try Self.judge(program.path) == verdict)
        #expect(
            try program.folder.contents(of: "request") == "pampat-1t".bytes + [0xe8, 3, 0, 0, 15]
                + Sample.canonical.bytes)
    }

    @Test(arguments: [("", TypedError.empty), ("hunter2", .notAPattern), ("123", .tooShort)])
    func runsNothingForALineThatIsNoPattern(typed: String, error: TypedError) throws {
        let program = try StandIn(answering: CheckerAnswer.right(wrongBefore: 0).frame)
        #expect(try Self.judge(program.path, typed: typed) == .typed(error))
        #expect(try program.folder.names(in: "") == ["program", "source"])
    }

    @Test(.enabled(if: TestStore.isRoot, "the group is ours in any case"))
    func tellsWhyItHasNoRights() throws {
        let answer = StandIn.printing(CheckerAnswer.noRights.frame)
        let plain = try StandIn(answer)
        #expect(Self.admit(plain.path) == Self.refused(.noSetgid))
        let setgid = try StandIn(answer, mode: "2755")
        #expect(Self.admit(setgid.path) == Self.refused(.noRights))
    }

    // MARK: No answers

    private static let right = CheckerAnswer.right(wrongBefore: 0).frame

    @Test(arguments: [
        ("exit 0", "it ends without a word, and says success"),
        ("exit 1", "it ends without a word"),
        ("kill -9 $$", "it is killed"),
        ("exec <&-; exit 0", "it does not read"),
        ("exec >&-; cat >/dev/null", "it shuts its output"),
        (StandIn.printing(Array(right.prefix(17))), "all but the last byte"),
        (StandIn.printing(Array(right.prefix(1))), "one byte"),
        (StandIn.printing("pampat-1".bytes + right.dropFirst(8)), "another magic word"),
        (StandIn.printing([UInt8](repeating: 0, count: 18)), "zeros"),
        (StandIn.printing([UInt8](repeating: 0xff, count: 18)), "a length that does not come"),
        (StandIn.printing(right + [0]), "a byte too many"),
        (StandIn.printing(right + right), "two answers"),
        (
            StandIn.printing(CheckerAnswerTests.frame(7, text: String(repeating: "a", count: 255))),
            "too long a text"
        ),
        ("head -c 1000000 /dev/zero", "far too much"),
        ("cat", "the request itself"),
        ("echo right", "words"),
        (StandIn.printing(CheckerAnswerTests.frame(1, 9)), "no such grid"),
    ])
    func takesNothingElseForAnAnswer(script: String, why: String) throws {
        let program = try StandIn(script)
        #expect(try Self.judge(program.path) == .checkerUnusable(.noAnswer), "\(why)")
        #expect(Self.admit(program.path) == Self.refused(.noAnswer), "\(why)")
    }

    @Test func readsAnAnswerThatComesInPieces() throws {
        let frame = CheckerAnswer.unusable("attempts is damaged".bytes).frame
        let program = try StandIn(
            frame.map { StandIn.printing([$0]) }.joined(separator: "\n") + "\nexec sleep 60")
        #expect(Self.admit(program.path) == Self.refused(.unusable("attempts is damaged".bytes)))
    }

    @Test func isNotFound() throws {
        let folder = try TemporaryFolder()
        #expect(Self.admit(try folder.vaultPath(of: "program")) == Self.refused(.notFound))
        #expect(Self.admit(try folder.vaultPath(of: "no/program")) == Self.refused(.notFound))
    }

    @Test(arguments: [("0644", EACCES, "no right to"), ("0755", ENOEXEC, "no program")])
    func cannotBeRun(mode: String, error: CInt, why: String) throws {
        let program = try StandIn(contents: Self.right, mode: mode)
        #expect(Self.admit(program.path) == Self.refused(.system(Errno(error))), "\(why)")
    }

    @Test(arguments: [System.Call.pipe, .write, .spawn, .poll, .read])
    func failsWithTheCallThatFails(call: System.Call) throws {
        let program = try StandIn(answering: Self.right)
        for error in [EMFILE, ENOMEM, EAGAIN, EIO].map({ Errno($0) }) {
            let plan = Faults(call, turn: 1, error: error)
            let verdict = try Faults.$plan.withValue(plan) { try Self.judge(program.path) }
            #expect(verdict == .checkerUnusable(.system(error)))
        }
    }

    // MARK: Time

    /// What the clock shows: when it begins, at the first look for an answer, and then for ever.
    @Test(arguments: [
        ("exec sleep 60", [0, 3_000], "silence, to a question"),
        (StandIn.printing(Array(right.prefix(8))) + "; exec sleep 60", [0, 0, 3_000], "half an answer"),
        ("exec sleep 60", [0, 90_000], "silence, and a machine that was suspended meanwhile"),
        ("exec sleep 60", [-5_000, -2_000], "whatever the clock begins with"),
    ])
    func waitsThreeSecondsToAsk(script: String, readings: [Int], why: String) throws {
        let program = try StandIn(script)
        let clock = TestClock(readings: readings)
        #expect(Self.admit(program.path, clock) == Self.refused(.timedOut), "\(why)")
    }

    @Test func waitsLongerForAVerdict() throws {
        let answering = try StandIn(answering: CheckerAnswer.wrong.frame)
        #expect(try Self.judge(answering.path, TestClock(readings: [0, 14_000])) == .wrong)
        let silent = try StandIn("exec sleep 60")
        let clock = TestClock(readings: [0, 15_000])
        #expect(try Self.judge(silent.path, clock) == .checkerUnusable(.timedOut))
    }

    /// A timer's signals do not make it wait anew each time.
    @Test(.timeLimit(.minutes(1)))
    func waitsNoLongerWhenSignalsCome() async throws {
        let program = try StandIn("exec sleep 60")
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGALRM) { _ in }
            // The threads that tests run on take no signals.
            var unblocked = sigset_t()
            // SAFETY: the set lives through the calls.
            unsafe sigemptyset(&unblocked)
            unsafe sigaddset(&unblocked, SIGALRM)
            unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
            let waiting = pthread_self()
            Thread.detachNewThread {
                while true {
                    usleep(20_000)
                    pthread_kill(waiting, SIGALRM)
                }
            }
            let child = try Child.start(try Self.vaultPath(path), input: [UInt8]().span)
            // One that would go on for ever is ended here.
            Self.exit(after: 10)
            let hasOutput = try child.hasOutput(within: 200)
            #expect(!hasOutput)
        }
        withExtendedLifetime(program) {}
    }

    // MARK: The process

    @Test func startsItWithNothingOfItsHost() async throws {
        let program = try StandIn(
            """
            tr '\\0' '\\n' <"/proc/$$/environ" >"$here/environment"
            ls -l /proc/self/fd | sed -n 's/.* \\([0-9]* -> .*\\)/\\1/p' >"$here/descriptors"
            grep -E '^Sig(Blk|Ign)' /proc/self/status >"$here/signals"
            \(StandIn.printing(CheckerAnswer.wrong.frame))
            """)
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success) { [path = path as String] in
            // SAFETY: paths, and sets of signals that live through their calls; nothing else runs here.
            let stray = unsafe open("/dev/null", O_RDONLY)
            try #require(stray > 2)
            unsafe setenv("PATTERN_TEST", "1", 1)
            signal(SIGPIPE, SIG_IGN)
            var blocked = sigset_t()
            unsafe sigemptyset(&blocked)
            unsafe sigaddset(&blocked, SIGTERM)
            unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
            #expect(try Self.judge(try Self.vaultPath(path)) == .wrong)

            #expect(try Self.contents(of: "environment", beside: path) == [])
            // posix_spawn(3) of glibc ignores 32 and 33, which are its own, in every child.
            let signals = String(try Self.contents(of: "signals", beside: path))
            #expect(signals == "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n")
            let descriptors = String(try Self.contents(of: "descriptors", beside: path)).split(
                separator: "\n")
            // Of ls itself: its input, its pipe to sed, what was its error output, and the folder.
            #expect(descriptors.map { $0.prefix(2) } == ["0 ", "1 ", "2 ", "3 "])
            #expect(descriptors[0].contains("pipe:"))
            #expect(descriptors[2].hasSuffix("/dev/null"))
        }
        withExtendedLifetime(program) {}
    }

    @Test(arguments: [
        (StandIn.printing(right), "an answer"), ("exit 0", "none"),
        (StandIn.printing(right) + "; exec sleep 60", "an answer, and it stays"),
        ("printf P; exec sleep 60", "silence after a byte"),
        ("trap '' TERM HUP INT; printf P; exec sleep 60", "the same, and it defies signals"),
        ("printf P; kill -STOP $$", "the same, and it is stopped"),
    ])
    func leavesNoProcessAndNoDescriptor(script: String, why: String) async throws {
        let program = try StandIn("echo $$ >\"$here/pid\"\n" + script)
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success, "\(why)") { [path = path as String] in
            // Time is over at the second look, when the first byte has come.
            _ = try Self.judge(try Self.vaultPath(path), TestClock(readings: [0, 0, 15_000]))
            let before = try OpenFiles.count()
            for _ in 0..<20 {
                _ = try Self.judge(try Self.vaultPath(path), TestClock(readings: [0, 0, 15_000]))
            }
            // What runs the test opens one now and then.
            let after = try OpenFiles.count()
            #expect(after < before + 10)
            #expect(waitpid(-1, nil, WNOHANG) == -1, "no child, and no zombie")
            let pid = String(try Self.contents(of: "pid", beside: path)).trimmingCharacters(
                in: .whitespacesAndNewlines)
            #expect(kill(try #require(pid_t(pid)), 0) == -1, "nor the program itself")
        }
        withExtendedLifetime(program) {}
    }

    /// Just as many descriptors as it takes: a silent program must be killed even so, not waited for.
    @Test(.timeLimit(.minutes(1)))
    func leavesASilentOneThoughDescriptorsAreShort() async throws {
        let program = try StandIn("exec sleep 60")
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success) { [path = path as String] in
            Self.exit(after: 20)
            // SAFETY: here and below, `limit` lives through the call.
            var limit = rlimit()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            try #require(unsafe getrlimit(resource, &limit) == 0)
            let most = limit.rlim_cur
            // The lowest that is free, with none in between.
            let next = dup(0)
            close(next)
            for spare in 0...6 as ClosedRange<rlim_t> {
                limit.rlim_cur = rlim_t(next) + spare
                try #require(unsafe setrlimit(resource, &limit) == 0)
                let verdict = try Self.judge(try Self.vaultPath(path), TestClock(readings: [0, 15_000]))
                limit.rlim_cur = most
                try #require(unsafe setrlimit(resource, &limit) == 0)
                switch verdict {
                case .checkerUnusable(.timedOut), .checkerUnusable(.system(Errno(EMFILE))): break
                default: Issue.record("\(spare) descriptors: \(verdict)")
                }
            }
        }
        withExtendedLifetime(program) {}
    }

    /// Without a pidfd, on old kernels and in some sandboxes, it is killed all the same.
    @Test(.timeLimit(.minutes(1)))
    func leavesASilentOneWithoutAPidfd() async throws {
        let program = try StandIn("exec sleep 60")
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success) { [path = path as String] in
            Self.exit(after: 20)
            let null = try System.open(Path("/dev/null"), flags: .readAndWrite)
            // SAFETY: the path is a C string for the length of the call.
            let child = unsafe linux_spawn(path, null.number, null.number)
            try #require(child > 0)
            linux_end_child(child, -ENOSYS)
            #expect(waitpid(-1, nil, WNOHANG) == -1, "no child, and no zombie")
            // One that is gone already, or was never there.
            linux_end_child(child, -ENOSYS)
        }
        withExtendedLifetime(program) {}
    }

    /// Hosts that want no zombies, or reap every child themselves: the answer counts, not wait(2).
    @Test(arguments: [false, true])
    func believesThePipeAlone(reaps: Bool) async throws {
        let program = try StandIn(answering: Self.right)
        let path = program.folder.path(of: "program")
        await #expect(processExitsWith: .success) { [path = path as String, reaps] in
            if reaps {
                signal(SIGCHLD) { _ in
                    let interrupted = errno
                    while waitpid(-1, nil, WNOHANG) > 0 {}
                    errno = interrupted
                }
            } else {
                signal(SIGCHLD, SIG_IGN)
            }
            for _ in 0..<5 { #expect(try Self.judge(try Self.vaultPath(path)) == .right(wrongBefore: 0)) }
            var action = sigaction()
            // SAFETY: `action` lives through the call.
            try #require(unsafe sigaction(SIGCHLD, nil, &action) == 0)
            let isIgnored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
            #expect(isIgnored == !reaps, "its disposition is as it was")
        }
        withExtendedLifetime(program) {}
    }

    @Test(
        arguments: [
            (.notFound, "checker not found"), (.noSetgid, "checker has no set-group-ID bit"),
            (.noNewPrivileges, "checker gets no rights: NoNewPrivileges is set"),
            (.noRights, "checker gets no rights: its group or a nosuid mount is wrong"),
            (.timedOut, "checker timed out"), (.noAnswer, "checker gave no answer"),
            (.system(.noMemory), "checker can't be run: Cannot allocate memory"),
            (.unusable("attempts is damaged".bytes), "checker says: attempts is damaged"),
            (.refused("a\nb\u{1b}[31m".bytes), "checker refuses: a?b?[31m"),
        ] as [(CheckerFailure, String)])
    func hasALogLineOfItsOwn(failure: CheckerFailure, text: String) {
        #expect(String(failure.text) == text)
        #expect(String(Verdict.checkerUnusable(failure).reason) == text)
    }
}
