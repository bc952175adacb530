internal import Languages
internal import PatternVault

/// The tries against a record as they are shown: what is counted, and what it locks.
struct Tries {
    private let attempts: Attempts?
    private let now: Instant
    private let schedule: LockoutSchedule
    /// Why the counts can't be used; nil when they can.
    let problem: String?

    /// Reads the attempts of a uid.
    init(uid: UInt32, _ session: Session) {
        now = SystemClock().now
        schedule = session.settings.schedule
        do throws(StoreError) {
            attempts = try AttemptsFile(uid: uid, in: StoreFolder(.attempts, of: session.store)).read()
            problem = nil
        } catch {
            attempts = nil
            problem = say("%1 (patternctl unlock makes it anew)", String(bytes: error.text))
        }
    }

    /// How long the pattern is locked; nil when it is not, or when that can't be told.
    var lock: Lock? { attempts?.lock(at: now, schedule) }

    /// The lines of `status`.
    var lines: [String] {
        guard let attempts else { return [] }
        var lines = [
            say(
                "failures  %1 since the last right pattern, %2 since the password", "\(attempts.failures)",
                "\(attempts.total)")
        ]
        switch lock {
        case nil: lines.append(say("locked    no"))
        case .seconds(let seconds):
            let until = Time.local(System.wallTime + seconds)
            lines.append(say("locked    until %1; the password or patternctl unlock lifts it", until))
        case .untilStrongFactor:
            lines.append(say("locked    until the password is used, or patternctl unlock"))
        }
        let used = attempts.strongWallTime
        lines.append(
            used == 0
                ? say("password  not used yet")
                : say("password  last used %1", Time.local(Int(clamping: used))))
        return lines
    }

    /// The fields of `list --json` and `status --json`.
    var json: [JSON.Field] {
        let seconds: Int? = if case .seconds(let seconds) = lock { seconds } else { nil }
        let used = attempts?.strongWallTime ?? 0
        return [
            JSON.Field("failures", attempts.map { .number($0.failures) } ?? .null),
            JSON.Field("total", attempts.map { .number(Int(clamping: $0.total)) } ?? .null),
            JSON.Field("locked", attempts == nil ? .null : .bool(lock != nil)),
            JSON.Field("locked_seconds", seconds.map { .number($0) } ?? .null),
            JSON.Field(
                "locked_until", .optional(seconds.map { Time.universal(System.wallTime + $0) })),
            JSON.Field("cleared_by", lock == nil ? .null : .array([.string("password"), .string("unlock")])),
            JSON.Field("password_used_at", used == 0 ? .null : .string(Time.universal(Int(clamping: used)))),
        ]
    }

    /// The word of `list`.
    var remark: String? {
        switch lock {
        case nil: nil
        case .seconds: say("locked")
        case .untilStrongFactor: say("locked until the password")
        }
    }
}
