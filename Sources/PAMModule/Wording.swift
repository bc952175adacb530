internal import PatternVault

/// What the person is told beyond the prompt.
enum Wording {
    /// How long a lock lasts: in a person's units, then in minutes for screen lockers, which look for
    /// the parenthesis as pam_faillock writes it.
    static func locked(_ lock: Lock) -> Line {
        guard case .seconds(let seconds) = lock else {
            return Line("Pattern locked until the password is used.")
        }
        // Rounded up, without a sum that could overflow.
        let minutes = max(1, seconds / 60 + (seconds % 60 > 0 ? 1 : 0))
        var line = Line("Pattern locked for ")
        add(minutes, to: &line)
        line.add(". (")
        line.add(minutes)
        line.add(minutes == 1 ? " minute left to unlock)" : " minutes left to unlock)")
        return line
    }

    /// How many wrong tries there were since the last right one.
    static func wrongBefore(_ count: Int) -> Line {
        var line = Line()
        line.add(count)
        line.add(count == 1 ? " wrong pattern" : " wrong patterns")
        line.add(" since the last right one.")
        return line
    }

    /// `1 minute`, `45 minutes`, `1 hour`, `1 hour 30 minutes`.
    private static func add(_ minutes: Int, to line: inout Line) {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours > 0 {
            line.add(hours)
            line.add(hours == 1 ? " hour" : " hours")
        }
        if hours > 0, rest > 0 { line.add(" ") }
        if rest > 0 {
            line.add(rest)
            line.add(rest == 1 ? " minute" : " minutes")
        }
    }
}
