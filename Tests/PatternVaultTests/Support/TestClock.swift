import PatternVault
import Synchronization

/// A clock that stands still unless a test winds it, or the code under test pauses.
final class TestClock: Clock, Sendable {
    private struct State {
        var boot: BootID?
        var milliseconds: Int
        var readings: [Int] = []
        var pauses: [Int] = []
    }

    private let state: Mutex<State>
    private let whilePausing: @Sendable (_ turn: Int) -> Void

    /// Starts at a moment.
    ///
    /// - Parameter whilePausing: what happens meanwhile, told which pause it is, from 1.
    init(
        boot: BootID? = .first, seconds: Int = 1_000,
        whilePausing: @escaping @Sendable (_ turn: Int) -> Void = { _ in }
    ) {
        state = Mutex(State(boot: boot, milliseconds: seconds * 1_000))
        self.whilePausing = whilePausing
    }

    /// Shows these milliseconds one after the other, and then the last of them for good.
    init(readings: [Int]) {
        state = Mutex(State(boot: .first, milliseconds: readings.last ?? 0, readings: readings))
        whilePausing = { _ in }
    }

    var boot: BootID? { state.withLock { $0.boot } }

    var milliseconds: Int {
        state.withLock { state in
            guard !state.readings.isEmpty else { return state.milliseconds }
            return state.readings.removeFirst()
        }
    }

    func pause(milliseconds: Int) {
        let turn = state.withLock { state in
            state.milliseconds += milliseconds
            state.pauses.append(milliseconds)
            return state.pauses.count
        }
        whilePausing(turn)
    }

    /// What was paused so far, in milliseconds.
    var pauses: [Int] { state.withLock { $0.pauses } }

    /// Lets seconds pass.
    func advance(seconds: Int) {
        state.withLock { $0.milliseconds += seconds * 1_000 }
    }

    /// Boots again, so many seconds ago.
    func reboot(into boot: BootID?, seconds: Int = 0) {
        state.withLock { $0 = State(boot: boot, milliseconds: seconds * 1_000) }
    }
}

extension BootID {
    /// A boot.
    static var first: BootID? { of(1...16) }
    /// Another one.
    static var second: BootID? { of(17...32) }

    /// A boot of 16 bytes that count up.
    static func of(_ range: ClosedRange<UInt8>) -> BootID? {
        let bytes = [UInt8](range)
        return BootID(bytes: bytes.span)
    }
}
