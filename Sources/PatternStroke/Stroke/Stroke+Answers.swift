/// What is not drawing: time, answers, and the view.
extension Stroke {
    /// Lets what has had its time end.
    mutating func advance(to time: Moment) {
        now = max(now, time)
        switch phase {
        case .wrong(let until, _) where now >= until:
            visited.wipe()
            phase = .idle
        case .locked(let until?) where now >= until:
            phase = .idle
        default: break
        }
    }

    /// The user gives up; a lock or a right answer stays.
    mutating func cancel() -> Outcome {
        if phase != .right {
            wipe()
        }
        return .cancelled
    }

    /// The view has another size.
    mutating func resize(to surface: Surface) -> Outcome {
        let geometry = PadGeometry(grid: grid, surface: surface)
        guard geometry != self.geometry else { return .none }
        self.geometry = geometry
        return dropContact()
    }

    /// The pattern was right; what is being drawn since is not what was.
    mutating func showRight() {
        if phase != .reported {
            phase = .idle
            wipe()
        }
        phase = .right
    }

    /// The pattern, or one before this pad, was wrong; what is being drawn since is not touched.
    mutating func showWrong() {
        switch phase {
        case .idle, .reported, .wrong:
            phase = .wrong(until: now.later(by: Stroke.wrongDuration), .wrong)
        case .drawing, .right, .locked: break
        }
    }

    /// No input for so many seconds, nil for without end.
    mutating func lock(seconds: Int?) {
        phase = .idle
        wipe()
        guard let seconds else {
            phase = .locked(until: nil)
            return
        }
        guard seconds > 0 else { return }
        phase = .locked(until: now.later(bySeconds: UInt64(seconds)))
    }
}
