package import PatternGrid

/// Decides whether a pattern opens: typed text in, one ``Verdict`` out.
///
/// It reads and writes the store itself, so its caller must be able to. Everything else comes in from
/// outside.
package struct Verifier<SomeClock: Clock> {
    private let settings: Settings
    private let store: StoreLocation
    private let clock: SomeClock
    /// How long the rest of the call may wait for the attempts' lock, in milliseconds: whoever holds
    /// it may have been stopped, and must not hang a login.
    private var patience = 3000
    /// Why a right pattern could not take back its try, for the log; nil where it could.
    package private(set) var failureToForgive: StoreError?

    /// How long a right pattern waits to take back its try, in milliseconds; it opens in any case.
    private static var patienceToForgive: Int { 200 }

    /// Prepares for a call with these settings on a store.
    package init(settings: Settings, store: StoreLocation, clock: SomeClock) {
        self.settings = settings
        self.store = store
        self.clock = clock
    }

    /// Decides whether an account may try at all; the first that applies of rules, unusable store,
    /// not enrolled, locked.
    package func admit(_ account: Account, isLocked: Bool, caller: Caller) -> Admission {
        if let refusal = Refusal(of: account, isLocked: isLocked, caller: caller, settings: settings) {
            return .refused(.refused(refusal))
        }
        return admit(account)
    }

    /// Decides by the store alone.
    package func admit(_ account: Account) -> Admission {
        do throws(StoreError) {
            guard let records = try Records.open(account, in: store) else { return .refused(.notEnrolled) }
            return admit(records)
        } catch {
            return .refused(.storeUnusable(error))
        }
    }

    /// Decides by records that are open already.
    package func admit(_ records: borrowing Records) -> Admission {
        do throws(StoreError) {
            if let verdict = obstacle(try records.attempts.read(), at: clock.now) { return .refused(verdict) }
            return .ready(records.credential.credential.grid)
        } catch {
            return .refused(.storeUnusable(error))
        }
    }

    /// Decides on what was typed for a credential that ``admit(_:)`` gave.
    package mutating func judge(
        _ typed: borrowing Secret, account: Account, grid: Grid
    ) -> Verdict {
        do throws(SecretPattern.Failure) {
            return judge(
                canonical: try SecretPattern.canonicalText(
                    of: typed.span, keypad: settings.keypad, grid: grid), account: account)
        } catch {
            return Verdict(error)
        }
    }

    /// Decides on a canonical text: counts the try, then compares, then takes a right one back.
    package mutating func judge(canonical text: borrowing Secret, account: Account) -> Verdict {
        do throws(StoreError) {
            // Read again: it may have been removed or replaced while the person was drawing.
            guard let records = try Records.open(account, in: store) else { return .notEnrolled }
            return judge(canonical: text, records)
        } catch {
            return .storeUnusable(error)
        }
    }

    /// Decides on a canonical text by records that are open already.
    package mutating func judge(canonical text: borrowing Secret, _ records: borrowing Records) -> Verdict {
        do throws(StoreError) {
            switch try count(records) {
            case .failure(let obstacle): return obstacle.verdict
            case .success(let number):
                return compare(text, with: records.credential.credential, try: number, in: records.attempts)
            }
        } catch {
            return .storeUnusable(error)
        }
    }

    /// Why attempts refuse a try, nil when they do not.
    ///
    /// The moment is asked for only where it matters: reading the boot's name costs a file.
    private func obstacle(_ attempts: Attempts, at now: @autoclosure () -> Instant) -> Verdict? {
        let asks = settings.strongAfterBoot || settings.strongEveryHours > 0
        guard asks || attempts.mayBeLocked(settings.schedule) else { return nil }
        let now = now()
        let isDue = attempts.isStrongFactorDue(
            at: now, afterBoot: settings.strongAfterBoot, everyHours: settings.strongEveryHours)
        if isDue { return .refused(.strongFactorDue) }
        return attempts.lock(at: now, settings.schedule).map { .locked($0) }
    }

    private struct Obstacle: Error {
        let verdict: Verdict
    }

    /// Gives a try its number, unless something refuses it; on the disk before it returns.
    private mutating func count(_ records: borrowing Records) throws(StoreError) -> Result<UInt64, Obstacle> {
        let now = clock.now
        var patience = patience
        defer { self.patience = patience }
        return try records.attempts.change(patience: &patience, clock: clock, isSynced: true) { attempts in
            do throws(StoreError) {
                try records.credential.checkIsInPlace()
            } catch {
                return .failure(Obstacle(verdict: .storeUnusable(error)))
            }
            if let verdict = obstacle(attempts, at: now) { return .failure(Obstacle(verdict: verdict)) }
            return .success(attempts.count(at: now))
        }
    }

    private mutating func compare(
        _ text: borrowing Secret, with credential: Credential, try number: UInt64,
        in file: borrowing AttemptsFile
    ) -> Verdict {
        do throws(Hasher.Failure) {
            guard try Hasher.matches(text, credential.hash) else { return .wrong }
        } catch {
            return .hashFailed(error)
        }
        return .right(wrongBefore: forgive(number, in: file))
    }

    /// Takes a right try back and forgives what came before it; gives how many of those were wrong.
    ///
    /// When it can't, the pattern was right all the same, and the count errs to the safe side.
    private mutating func forgive(_ number: UInt64, in file: borrowing AttemptsFile) -> Int {
        var patience = Verifier.patienceToForgive
        do throws(StoreError) {
            let result: Result<Int, Never> = try file.change(
                patience: &patience, clock: clock, isSynced: false
            ) { attempts in .success(attempts.forgive(upTo: number)) }
            switch result {
            case .success(let wrongBefore): return wrongBefore
            }
        } catch {
            failureToForgive = error
            return 0
        }
    }
}

/// What there is to know before anything is asked.
package enum Admission: Equatable, Sendable {
    /// The account may try, on this grid.
    case ready(Grid)
    /// It may not, and nothing is to be asked.
    case refused(Verdict)
}

extension Verifier {
    /// Forgives an account everything and notes the time: its strong factor was just used.
    ///
    /// An account without attempts has nothing to forgive.
    package func strongFactorUsed(_ account: Account, wallTime: Int) throws(StoreError) {
        let file: AttemptsFile
        do throws(StoreError) {
            file = try AttemptsFile(uid: account.uid, in: StoreFolder(.attempts, of: store))
        } catch {
            guard error.problem == .system(.noSuchFile), error.place == .attempts else { throw error }
            return
        }
        let now = clock.now
        // The pattern's line before this one may have waited for the same lock already.
        var patience = Verifier.patienceToForgive
        let _: Result<Void, Never> = try file.change(
            patience: &patience, clock: clock, isSynced: true
        ) { attempts in
            attempts.strongFactorUsed(at: now, wallTime: wallTime)
            return .success(())
        }
    }
}
