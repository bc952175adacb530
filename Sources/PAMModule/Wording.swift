internal import Languages
internal import PatternVault

/// What the person is told beyond the prompt, in the language of the host's locale.
enum Wording {
    /// How long a lock lasts: in a person's units, then in minutes for screen lockers, which look for
    /// the parenthesis as pam_faillock writes it, in English always.
    static func locked(_ lock: Lock) -> Line {
        guard case .seconds(let seconds) = lock else {
            return line(Translation.of("Pattern locked until the password is used."))
        }
        // Rounded up, without a sum that could overflow.
        let minutes = max(1, seconds / 60 + (seconds % 60 > 0 ? 1 : 0))
        var line = line(Translation.of("Pattern locked for %1.", duration(minutes)))
        line.add(" (")
        line.add(minutes)
        line.add(minutes == 1 ? " minute left to unlock)" : " minutes left to unlock)")
        return line
    }

    /// How many wrong tries there were since the last right one.
    static func wrongBefore(_ count: Int) -> Line {
        line(
            Translation.of(
                "%1 wrong pattern since the last right one.", "%1 wrong patterns since the last right one.",
                count: count))
    }

    /// `1 minute`, `45 minutes`, `1 hour`, `1 hour 30 minutes`.
    private static func duration(_ minutes: Int) -> [UInt8] {
        let (hours, rest) = (minutes / 60, minutes % 60)
        let spokenRest = Translation.of("%1 minute", "%1 minutes", count: rest)
        guard hours > 0 else { return spokenRest }
        let spokenHours = Translation.of("%1 hour", "%1 hours", count: hours)
        // Translators: hours and minutes, as in "1 hour 30 minutes".
        return rest == 0 ? spokenHours : Translation.of("%1 %2", spokenHours, spokenRest)
    }

    private static func line(_ text: [UInt8]) -> Line {
        var line = Line()
        line.add(text)
        return line
    }
}
