/// Every way through a stack: each module gives each result that it may, and libpam goes on as
/// pam_dispatch.c does.
struct StackWalk {
    /// What has been proven, and what our line has said, on the way so far.
    struct Facts: Hashable {
        /// What our line said, other than success.
        var refusals: Set<PAMResult> = []
        var isPatternRight = false
        var isPasswordRight = false
        /// A finger, a token, a module that is not known here.
        var isOtherRight = false
        /// The administrator's line lets pass without proof: root, or a rule that skips what follows.
        var isExempt = false

        /// Whether anything but the pattern is proven.
        var hasProof: Bool { isPasswordRight || isOtherRight }
        /// Whether our line was reached and did not open.
        var isPatternRefused: Bool { !refusals.isEmpty && !isPatternRight }
    }

    /// A line, and what was known when it was reached.
    struct Arrival: Hashable {
        let index: Int
        let facts: Facts
    }

    /// What is known on all ways that end in success.
    private(set) var successes: Set<Facts> = []
    /// All arrivals at any line.
    private(set) var arrivals: Set<Arrival> = []

    private enum Impression: Hashable { case undefined, positive, negative }

    /// What libpam thinks so far.
    private struct Opinion: Hashable {
        var impression = Impression.undefined
        var result = PAMResult.permissionDenied
    }

    private struct State: Hashable {
        var index = 0
        var opinion = Opinion()
        /// What it thought when it entered each level.
        var entered: [Opinion] = [Opinion()]
        var facts = Facts()
    }

    private let lines: [StackLine]

    /// Walks through all of a stack.
    init(_ stack: Stack) {
        lines = stack.lines
        var waiting = [State()]
        var seen: Set<State> = []
        while let state = waiting.popLast() {
            guard seen.insert(state).inserted else { continue }
            guard state.index < lines.count else {
                finish(state)
                continue
            }
            arrivals.insert(Arrival(index: state.index, facts: state.facts))
            let line = lines[state.index]
            for result in StackWalk.results(of: line) {
                let next = step(state, line, result)
                if let next { waiting.append(next) } else { finish(after(state, line, result)) }
            }
        }
    }

    /// What a line may give: for what is not ours, enough to take each way that matters.
    static func results(of line: StackLine) -> [PAMResult] {
        guard line.module != nil else { return [.success] }
        if line.isStrong { return [.ignore, .serviceError, .moduleUnknown] }
        if line.isPattern {
            return [
                .success, .authenticationError, .conversationError,
                line.nouserok ? .ignore : .userUnknown, .permissionDenied, .maximumTries,
                .informationUnavailable, .serviceError, .bufferError, .moduleUnknown,
            ]
        }
        switch ModuleKind(line.name) {
        case .permit: return [.success]
        case .deny: return [.authenticationError]
        case .root: return [.success, .authenticationError]
        case .password:
            let results: [PAMResult] = [
                .success, .authenticationError, .userUnknown, .informationUnavailable,
            ]
            return results + (line.arguments.contains { $0.hasPrefix("ignore_") } ? [.ignore] : [])
        case .gate where line.name == "pam_faillock.so" && line.arguments.contains("authfail"):
            return [.authenticationError]
        case .gate: return [.success, .ignore, .authenticationError]
        case .other: return [.success, .ignore, .authenticationError, .userUnknown, .informationUnavailable]
        }
    }

    /// What is known after a line.
    private static func learned(_ facts: Facts, _ line: StackLine, _ result: PAMResult) -> Facts {
        var facts = facts
        if line.isPattern {
            if result == .success {
                facts.isPatternRight = true
            } else {
                facts.refusals.insert(result)
            }
        }
        guard result == .success, line.module != nil, !line.isOurs else { return facts }
        switch ModuleKind(line.name) {
        case .password: facts.isPasswordRight = true
        case .other: facts.isOtherRight = true
        case .root: facts.isExempt = true
        case .gate:
            // A rule whose success skips what follows was put there to let somebody pass.
            switch line.control.action(for: .success) {
            case .done, .jump: facts.isExempt = true
            default: break
            }
        case .permit, .deny: break
        }
        return facts
    }

    /// The state after a line; nil when the stack is over.
    private func step(_ state: State, _ line: StackLine, _ result: PAMResult) -> State? {
        var next = after(state, line, result)
        let action = line.control.action(for: result)
        let isOver =
            switch action {
            case .done: next.opinion.impression == .positive
            case .die: true
            default: false
            }
        if isOver {
            guard line.level > 0 else { return nil }
            next.index = end(ofLevel: line.level, from: state.index)
        } else if case .jump(let count) = action {
            guard let index = target(ofJump: count, from: state.index) else {
                next.index = end(ofLevel: line.level, from: state.index)
                next.opinion = Opinion(impression: .negative, result: .permissionDenied)
                return next
            }
            next.index = index
        } else {
            next.index += 1
        }
        enter(&next, from: line.level)
        return next
    }

    /// What is known, and what libpam thinks, after a line, before the next is chosen.
    private func after(_ state: State, _ line: StackLine, _ result: PAMResult) -> State {
        var next = state
        next.facts = StackWalk.learned(state.facts, line, result)
        switch line.control.action(for: result) {
        case .ok, .done:
            let opinion = state.opinion
            if opinion.impression == .undefined
                || (opinion.impression == .positive && opinion.result == .success)
            {
                next.opinion = Opinion(impression: .positive, result: result)
            }
        case .bad, .die:
            if state.opinion.impression != .negative {
                next.opinion = Opinion(
                    impression: .negative, result: result == .ignore ? .permissionDenied : result)
            }
        case .reset: next.opinion = state.entered[min(line.level, state.entered.count - 1)]
        case .ignore, .jump: break
        }
        return next
    }

    /// Notes what libpam thinks on entering substacks.
    private func enter(_ state: inout State, from level: Int) {
        guard state.index < lines.count else { return }
        let next = lines[state.index].level
        while state.entered.count <= next { state.entered.append(state.opinion) }
        if next > level { state.entered[next] = state.opinion }
        state.entered.removeLast(state.entered.count - next - 1)
    }

    /// The first line behind the rest of a level.
    private func end(ofLevel level: Int, from index: Int) -> Int {
        var index = index + 1
        while index < lines.count, lines[index].level >= level { index += 1 }
        return index
    }

    /// Where a jump leads: a substack counts as one line. nil when the level has not so many.
    private func target(ofJump count: Int, from start: Int) -> Int? {
        let level = lines[start].level
        var index = start + 1
        for _ in 0..<count {
            guard index < lines.count, lines[index].level >= level else { return nil }
            index += 1
            while index < lines.count, lines[index].level > level { index += 1 }
        }
        return index
    }

    private mutating func finish(_ state: State) {
        if state.opinion.impression == .positive, state.opinion.result == .success {
            successes.insert(state.facts)
        }
    }
}
