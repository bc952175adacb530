internal import CGtk
internal import PatternStroke

/// The clock that strokes are timed by.
enum Clock {
    /// Now, on a clock that never goes back.
    static var now: Moment { Moment(milliseconds: UInt64(max(0, g_get_monotonic_time() / 1_000))) }
}
