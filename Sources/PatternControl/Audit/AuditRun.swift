internal import CLinux
internal import Languages
internal import PatternVault

/// Carries out a plan: a worker for each processor, until all is tried or a signal comes.
struct AuditRun: ~Copyable {
    /// What is tried, and what came of it.
    private(set) var plan: AuditPlan
    private var speed = AuditSpeed()
    private var workers: [AuditWorker] = []
    /// The job that each worker is at.
    private var jobs: [AuditPlan.Job?] = []
    private var progress = ProgressLine()
    private let signals: SignalWatch
    /// What all hashes at a time may take, in bytes.
    private let memory: Int

    private static var mostWorkers: Int { 256 }
    /// How often the state is saved, in milliseconds; less often where that takes long, so that it never
    /// takes more than a twentieth of the time.
    private static var saveInterval: Int { 500 }

    /// Starts the workers.
    init(_ plan: AuditPlan, _ task: AuditWorker.Task) throws(Failure) {
        do throws(Errno) {
            // Before the workers, so that Ctrl-C, which the terminal sends to all, leaves them to us.
            signals = try SignalWatch()
        } catch {
            throw Failure(.unusable, say("signals can't be watched (%1)", error.text))
        }
        self.plan = plan
        memory = (Memory.available ?? 0) / 2
        for _ in 0..<min(Int(linux_processors()), AuditRun.mostWorkers) {
            if let worker = AuditWorker(task) { workers.append(worker) }
        }
        jobs = workers.map { _ in nil }
    }

    /// Tries all there is; false when a signal ended it. `save` gets the state every now and then.
    mutating func run(save: (AuditState) -> Void) throws(Failure) -> Bool {
        var (shown, nextSave) = (0, System.millisecondsSinceBoot + AuditRun.saveInterval)
        defer { progress.clear() }
        while !plan.isComplete {
            deal()
            guard !workers.isEmpty else {
                throw Failure(.unusable, say("no process can try patterns; see how much memory is free"))
            }
            guard try wait() else { return false }
            let now = System.millisecondsSinceBoot
            if now - shown >= ProgressLine.interval {
                progress.show(AuditProgress(plan, speed, workers: workers.count))
                shown = now
            }
            if now >= nextSave {
                save(plan.state)
                let end = System.millisecondsSinceBoot
                nextSave = end + max(AuditRun.saveInterval, (end - now) * 20)
            }
        }
        return true
    }

    /// How far it is.
    var text: String { AuditProgress(plan, speed, workers: workers.count).text }

    /// Gives a job to each worker that has none, as far as the memory goes.
    private mutating func deal() {
        var index = 0
        while index < workers.count, let target = plan.nextTarget() {
            guard jobs[index] == nil else {
                index += 1
                continue
            }
            let used = jobs.reduce(0) { $0 + ($1.map { plan.targets[$0.target].cost.bytes } ?? 0) }
            guard used == 0 || used + target.cost.bytes <= memory else { return }
            let most = speed.guessesAtOnce(target.cost)
            guard let job = plan.nextJob(atMost: most, workers: workers.count) else { return }
            jobs[index] = job
            if !workers[index].start(job) { loseWorker(index) }
        }
    }

    /// Waits for reports, a signal, or until the line on the terminal is old; false when a signal ends it.
    private mutating func wait() throws(Failure) -> Bool {
        var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        polled += workers.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
        // SAFETY: the array lives through the call and has the count that is told.
        guard unsafe poll(&polled, nfds_t(polled.count), CInt(ProgressLine.interval)) > 0 else { return true }
        if polled[0].revents != 0, let signal = signals.next() {
            guard signal == SIGTSTP else { return false }
            stop()
        }
        for index in workers.indices.reversed() where polled[index + 1].revents != 0 {
            take(index)
        }
        return true
    }

    private mutating func take(_ index: Int) {
        guard let report = workers[index].report(), let job = jobs[index] else {
            loseWorker(index)
            return
        }
        jobs[index] = nil
        plan.finish(job, report.answer)
        let guesses =
            switch report.answer {
            case .nothing: job.guesses.count
            case .right(let guess): guess - job.guesses.lowerBound + 1
            case .failed: 0
            }
        if guesses > 0 {
            speed.add(plan.targets[job.target].cost, guesses: guesses, microseconds: report.microseconds)
        }
    }

    /// Goes on without a worker that ended, out of memory most likely; what it was at failed.
    private mutating func loseWorker(_ index: Int) {
        if let job = jobs[index] { plan.finish(job, .failed) }
        workers.remove(at: index)
        jobs.remove(at: index)
    }

    /// Stops, workers and all, until somebody brings us back.
    private mutating func stop() {
        progress.clear()
        for worker in workers { worker.signal(SIGSTOP) }
        signals.deliver(SIGTSTP)
        for worker in workers { worker.signal(SIGCONT) }
    }
}
