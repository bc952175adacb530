import PatternVault

/// Runs `body` while the `turn`-th call of a kind fails, and returns the calls that it made.
@discardableResult
func failing(
    _ call: System.Call, _ turn: Int, with error: Errno, _ body: () throws -> Void
) throws -> [System.Call] {
    let plan = Faults(call, turn: turn, error: error)
    try Faults.$plan.withValue(plan) { () throws in try body() }
    return plan.calls
}

/// The calls that `body` makes when none fails.
func recordingCalls(_ body: () throws -> Void) throws -> [System.Call] {
    try failing(.open, 0, with: .inputOutput, body)
}
