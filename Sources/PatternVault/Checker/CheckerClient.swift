package import PatternGrid

/// Asks the set-group-ID checker, for a caller that can't read the store.
///
/// The answer comes from a pipe: a host may ignore SIGCHLD or reap every child itself, so what wait(2)
/// says counts for nothing.
package struct CheckerClient<SomeClock: Clock> {
    private let path: Path
    private let clock: SomeClock

    /// Milliseconds to wait for whether an account may try.
    private static var patienceToAsk: Int { 3000 }
    /// Milliseconds to wait for a verdict: the checker waits for its lock and hashes.
    private static var patienceToTry: Int { 15000 }

    /// Names the program.
    package init(path: Path, clock: SomeClock) {
        self.path = path
        self.clock = clock
    }

    /// Asks whether an account may try.
    package func admit(_ account: Account) -> Admission {
        guard let frame = CheckerRequest.frame(askingFor: account.uid) else { return .refused(.noMemory) }
        do throws(CheckerFailure) {
            let answer = try exchange(frame, patience: CheckerClient.patienceToAsk)
            switch answer {
            case .ready(let grid): return .ready(grid)
            // Nothing was tried, so that nothing is right or wrong.
            case .right, .wrong: throw .noAnswer
            default: return .refused(try verdict(answer))
            }
        } catch {
            return .refused(.checkerUnusable(error))
        }
    }

    /// Lets it decide on what was typed.
    package func judge(
        _ typed: borrowing Secret, keypad: Keypad, account: Account, grid: Grid
    ) -> Verdict {
        let text: Secret
        do throws(SecretPattern.Failure) {
            text = try SecretPattern.canonicalText(of: typed.span, keypad: keypad, grid: grid)
        } catch {
            return Verdict(error)
        }
        guard let frame = CheckerRequest.frame(trying: text, uid: account.uid) else { return .noMemory }
        do throws(CheckerFailure) {
            return try verdict(try exchange(frame, patience: CheckerClient.patienceToTry))
        } catch {
            return .checkerUnusable(error)
        }
    }

    private func verdict(_ answer: CheckerAnswer) throws(CheckerFailure) -> Verdict {
        switch answer {
        case .right(let wrongBefore): return .right(wrongBefore: wrongBefore)
        case .wrong: return .wrong
        case .locked(let lock): return .locked(lock)
        case .notEnrolled: return .notEnrolled
        case .strongFactorDue: return .refused(.strongFactorDue)
        case .unusable(let text): throw .unusable(text)
        case .refused(let text): throw .refused(text)
        case .noRights: throw whyNoRights
        case .ready: throw .noAnswer
        }
    }

    /// Why the program runs without the store's group.
    private var whyNoRights: CheckerFailure {
        if System.hasNoNewPrivileges { return .noNewPrivileges }
        return System.isSetgid(path) ? .noRights : .noSetgid
    }

    /// Runs the program on a frame and reads its answer.
    private func exchange(
        _ frame: borrowing Secret, patience: Int
    ) throws(CheckerFailure) -> CheckerAnswer {
        let deadline = clock.milliseconds + patience
        let child = try CheckerClient.attempt { () throws(Errno) in
            try Child.start(path, input: frame.span)
        }
        var bytes: [UInt8] = []
        while CheckerAnswer.isIncomplete(bytes.span) {
            let rest = deadline - clock.milliseconds
            let isThere = try CheckerClient.attempt { () throws(Errno) in
                rest > 0 ? try child.hasOutput(within: rest) : false
            }
            guard isThere else { throw .timedOut }
            let room = CheckerAnswer.maximumSize - bytes.count
            let more = try CheckerClient.attempt { () throws(Errno) in try child.read(atMost: room) }
            guard !more.isEmpty else { throw .noAnswer }
            bytes += more
        }
        guard let answer = CheckerAnswer(parsing: bytes.span) else { throw .noAnswer }
        return answer
    }

    private static func attempt<Result: ~Copyable>(
        _ body: () throws(Errno) -> Result
    ) throws(CheckerFailure) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw error == .noSuchFile ? .notFound : .system(error)
        }
    }
}
