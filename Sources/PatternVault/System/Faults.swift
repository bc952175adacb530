#if PATTERN_FAULTS
    internal import Synchronization

    /// Makes chosen system calls fail, in tests: the n-th of a kind, with a given error.
    ///
    /// A plan holds for the task that sets it, so that tests run side by side.
    package final class Faults: Sendable {
        /// The plan of the running task.
        @TaskLocal package static var plan: Faults?

        private let call: System.Call
        private let turn: Int
        private let error: Errno
        private let seen = Mutex<[System.Call]>([])

        /// Plans that the `turn`-th (from 1) `call` fails with `error`; a turn of 0 fails none and
        /// only records.
        package init(_ call: System.Call, turn: Int, error: Errno) {
            self.call = call
            self.turn = turn
            self.error = error
        }

        /// The calls so far, in order, the failed one among them.
        package var calls: [System.Call] { seen.withLock { $0 } }

        static func next(_ call: System.Call) -> Errno? {
            guard let plan else { return nil }
            return plan.seen.withLock { seen in
                seen.append(call)
                let turns = seen.count { $0 == call }
                return call == plan.call && turns == plan.turn ? plan.error : nil
            }
        }
    }
#endif
