internal import CLinux
internal import PatternGrid
internal import PatternVault

/// A process that tries guesses for an audit.
///
/// Processes rather than threads: each maps and gives back memory for every hash, which threads of one
/// process would do in turn; and what goes wrong with one hash ends one worker.
final class AuditWorker {
    /// The credentials and the guesses, which a worker has from the beginning.
    struct Task {
        let targets: [AuditTarget]
        let orders: [Int: GuessOrder]
    }

    /// What a job came to.
    struct Report {
        let answer: AuditPlan.Answer
        let microseconds: Int
    }

    /// Where its report comes from, for poll(2).
    let output: CInt
    private let input: CInt
    private let process: CInt
    private let handle: CInt

    private static var nothing: Int32 { -1 }
    private static var failed: Int32 { -2 }

    /// Starts one; nil when the system has no process or pipe for it.
    init?(_ task: Task) {
        var (jobs, reports): ((CInt, CInt), (CInt, CInt)) = ((-1, -1), (-1, -1))
        // SAFETY: all numbers live through the calls, which fill them.
        guard unsafe linux_pipe(&jobs.0, &jobs.1) == 0 else { return nil }
        guard unsafe linux_pipe(&reports.0, &reports.1) == 0 else {
            close(jobs.0)
            close(jobs.1)
            return nil
        }
        let process = linux_start_worker(jobs.0, reports.1)
        if process == 0 { AuditWorker.work(task, jobs: jobs.0, reports: reports.1) }
        close(jobs.0)
        close(reports.1)
        guard process > 0 else {
            close(jobs.1)
            close(reports.0)
            return nil
        }
        (input, output, self.process) = (jobs.1, reports.0, process)
        handle = linux_pidfd_open(process)
    }

    deinit {
        close(input)
        close(output)
        linux_end_child(process, handle)
    }

    /// Gives it a job; false when it is gone.
    func start(_ job: AuditPlan.Job) -> Bool {
        AuditWorker.send(
            [Int32(job.target), Int32(job.guesses.lowerBound), Int32(job.guesses.upperBound)], to: input)
    }

    /// Its report, once there is something to read; nil when it is gone.
    func report() -> Report? {
        guard let message = AuditWorker.receive(3, from: output) else { return nil }
        let microseconds = Int(message[1]) * 1_000_000 + Int(message[2])
        switch message[0] {
        case AuditWorker.nothing: return Report(answer: .nothing, microseconds: microseconds)
        case AuditWorker.failed: return Report(answer: .failed, microseconds: microseconds)
        case let guess: return Report(answer: .right(Int(guess)), microseconds: microseconds)
        }
    }

    /// Sends it a signal.
    func signal(_ number: CInt) {
        _ = kill(process, number)
    }

    /// What the new process does until its input ends.
    private static func work(_ task: Task, jobs: CInt, reports: CInt) -> Never {
        while let job = receive(3, from: jobs) {
            let target = task.targets[Int(job[0])]
            let start = Stopwatch.microseconds
            let answer = search(Int(job[1])..<Int(job[2]), target, task)
            let time = Stopwatch.microseconds - start
            guard send([answer, Int32(time / 1_000_000), Int32(time % 1_000_000)], to: reports) else { break }
        }
        _exit(0)
    }

    private static func search(_ guesses: Range<Int>, _ target: AuditTarget, _ task: Task) -> Int32 {
        let grid = target.credential.grid
        guard let order = task.orders[grid.side] else { return failed }
        for guess in guesses {
            let text = Secret(capacity: Grid.maximumTextLength) { output in
                grid.writeCanonical(order.nodes(of: guess), into: &output)
            }
            guard let text, let isRight = try? Hasher.matches(text, target.credential.hash) else {
                return failed
            }
            if isRight { return Int32(guess) }
        }
        return nothing
    }

    /// Messages are a few numbers, far less than PIPE_BUF: they go through a pipe whole.
    private static func send(_ message: [Int32], to descriptor: CInt) -> Bool {
        unsafe message.withUnsafeBytes { bytes in
            // SAFETY: the bytes are valid in the closure; there are some.
            guard let base = bytes.baseAddress else { return false }
            return unsafe linux_write(descriptor, base, bytes.count) == bytes.count
        }
    }

    private static func receive(_ count: Int, from descriptor: CInt) -> [Int32]? {
        var message = [Int32](repeating: 0, count: count)
        while true {
            let size = unsafe message.withUnsafeMutableBytes { bytes in
                // SAFETY: the bytes are valid in the closure; there are some.
                guard let base = bytes.baseAddress else { return 0 }
                return unsafe linux_read(descriptor, base, bytes.count)
            }
            if size == -Int(EAGAIN) || size == -Int(EINTR) {
                guard linux_wait_readable(descriptor, -1) >= 0 else { return nil }
                continue
            }
            return size == count * MemoryLayout<Int32>.size ? message : nil
        }
    }
}
