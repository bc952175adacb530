internal import Languages
internal import PatternVault

/// What one service's stack makes of our lines: whether the password always works behind the pattern, and
/// nothing else lets in.
struct StackVerdict {
    /// What there is to say, with the line it is about.
    private(set) var findings: [(place: StackLine.Place, finding: Finding)] = []
    /// Whether a right pattern lets in, and the password, too, whatever the pattern says.
    private(set) var isWayIn = false
    /// Whether both are asked for, the password first.
    private(set) var isSecondFactor = false

    private let stack: Stack
    private let walk: StackWalk

    /// Judges a stack that names our module.
    init(_ stack: Stack) {
        self.stack = stack
        walk = StackWalk(stack)
        for (index, line) in stack.lines.enumerated() where line.isOurs {
            judgeArguments(of: line)
            if line.isStrong {
                judgeStrong(line, index)
            } else {
                judgePattern(line, index)
                judgeOrder(line, index)
            }
        }
        guard let first = stack.lines.first(where: \.isPattern) else { return }
        judgeLetIn(first)
        if stack.service != StackVerdict.verifyService { judgeWays(first) }
    }

    /// What `patternctl verify` asks: the pattern alone, and nothing is opened by it.
    static let verifyService = "patternctl"

    private mutating func note(
        _ line: StackLine, _ make: (String, String, String) -> Finding, _ why: String, _ advice: String
    ) {
        findings.append((line.place, make(line.place.text, why, advice)))
    }

    private mutating func judgeArguments(of line: StackLine) {
        let arguments = line.arguments.map { Array($0.utf8) }
        do throws(SettingsError) {
            _ = try Settings.read(arguments: arguments)
        } catch {
            note(
                line, Finding.error, say("%1: the pattern is refused", String(bytes: error.text)),
                say("see pam_pattern(8)"))
        }
    }

    private mutating func judgePattern(_ line: StackLine, _ index: Int) {
        let arrivals = walk.arrivals.filter { $0.index == index }
        if arrivals.isEmpty {
            note(
                line, Finding.warning, say("is never reached: the lines above end before it"),
                say("put it above the line that asks for the password"))
        }
        let passesBy: (PAMResult) -> Bool = { line.control.action(for: $0) == .ignore }
        if line.nouserok, passesBy(.ignore), passesBy(.userUnknown) {
            note(
                line, Finding.warning,
                say("nouserok changes nothing here: whoever has no pattern goes on to the next line anyway"),
                say("take nouserok out, lest it lets somebody in when the line is changed"))
        }
        if line.settings?.forwardPass == .anything, let other = counting(after: index) {
            note(
                line, Finding.warning,
                say(
                    "forward_pass gives mistyped patterns to %1 (%2), which counts them as wrong passwords",
                    other.name, other.place.text),
                say("write forward_pass=text"))
        }
    }

    /// Where the administrator's own lock on accounts is asked behind us: it then keeps no right pattern out.
    private mutating func judgeOrder(_ line: StackLine, _ index: Int) {
        let preauth = stack.lines.indices.first { later in
            let line = stack.lines[later]
            return later > index && line.name == "pam_faillock.so" && line.arguments.contains("preauth")
        }
        guard let preauth else { return }
        note(
            line, Finding.warning,
            say(
                "stands above pam_faillock.so preauth (%1): the pattern opens accounts that it has locked",
                stack.lines[preauth].place.text),
            say("put it below that line"))
    }

    /// A line behind ours that counts wrong passwords, or asks a server that does.
    private func counting(after index: Int) -> StackLine? {
        let reached = Set(walk.arrivals.filter { $0.facts.isPatternRefused }.map(\.index))
        return stack.lines.indices.first { later in
            let line = stack.lines[later]
            let counts =
                ModuleKind.directories.contains(line.name) || line.name == "pam_tally2.so"
                || (line.name == "pam_faillock.so" && line.arguments.contains("authfail"))
            return later > index && counts && reached.contains(later)
        }.map { stack.lines[$0] }
    }

    private mutating func judgeStrong(_ line: StackLine, _ index: Int) {
        guard stack.lines.prefix(index).contains(where: \.isPattern) else {
            note(
                line, Finding.warning, say("does nothing: no line above it asks for the pattern"),
                say("see pam.d-sample"))
            return
        }
        let arrivals = walk.arrivals.filter { $0.index == index && $0.facts.isPatternRefused }.map(\.facts)
        if arrivals.contains(where: { !$0.hasProof }) {
            note(
                line, Finding.error,
                say("is reached without the password: wrong patterns forgive themselves, and never lock"),
                say("put it where only the right password leads, below common-auth"))
        } else if arrivals.contains(where: { !$0.isPasswordRight }) {
            note(
                line, Finding.warning,
                say("is reached without the password, after something else that let pass"),
                say("put it where only the right password leads, unless that is as strong"))
        }
        if line.control.action(for: .moduleUnknown) != .ignore {
            note(
                line, Finding.warning,
                say("is not optional: if the module is missing, the right password is refused"),
                say("write: auth optional pam_pattern.so strong"))
        }
    }

    private mutating func judgeLetIn(_ first: StackLine) {
        let open = walk.successes.filter { $0.isPatternRefused && !$0.hasProof && !$0.isExempt }
        guard !open.isEmpty else { return }
        let results = Set(open.flatMap(\.refusals))
        note(
            first, Finding.error,
            say("lets in without pattern or password after %1", StackVerdict.words(results)),
            say("let a line follow that asks for the password, and pam_deny.so behind it"))
    }

    private mutating func judgeWays(_ first: StackLine) {
        guard let index = stack.lines.firstIndex(of: first) else { return }
        let arrivals = walk.arrivals.filter { $0.index == index }.map(\.facts)
        guard !arrivals.isEmpty else { return }
        let refused = walk.successes.filter { $0.isPatternRefused && ($0.hasProof || $0.isExempt) }
        let alone = walk.successes.contains { $0.isPatternRight && !$0.hasProof }
        if refused.isEmpty, arrivals.allSatisfy(\.isPasswordRight), !walk.successes.isEmpty {
            isSecondFactor = true
            return
        }
        if refused.isEmpty {
            let isBoth = !alone && walk.successes.contains { $0.isPatternRight && $0.hasProof }
            note(
                first, Finding.error,
                isBoth
                    ? say(
                        "locks people out: pattern and password are both needed, and anybody can lock the pattern"
                    )
                    : say(
                        "locks people out: without a right pattern nobody gets in, however right the password"
                    ),
                isBoth
                    ? say("put the password first, requisite, or make this line sufficient")
                    : say("make this line sufficient, and let a line follow that asks for the password"))
            return
        }
        judgeLockOut(first, refused)
        if !refused.contains(where: \.isPasswordRight) {
            note(
                first, Finding.warning, say("no line behind it asks for the password"),
                say("let pam_unix.so follow, mostly by @include common-auth"))
        }
        guard !alone else {
            isWayIn = true
            return
        }
        if arrivals.allSatisfy(\.hasProof) {
            note(
                first, Finding.warning,
                say("is reached only after the right password, which is enough without it"),
                say("put it above the line that asks for the password"))
        } else {
            note(
                first, Finding.warning,
                say("a right pattern opens nothing: the password is asked for all the same"),
                say("make this line sufficient"))
        }
    }

    /// Results of our line behind which not even the password lets in.
    private mutating func judgeLockOut(_ first: StackLine, _ refused: Set<StackWalk.Facts>) {
        var open: Set<PAMResult> = []
        for facts in refused { open.formUnion(facts.refusals) }
        let possible = Set(walk.arrivals.flatMap(\.facts.refusals)).union(
            StackWalk.results(of: first).filter { $0 != .success })
        let closed = possible.subtracting(open)
        guard !closed.isEmpty else { return }
        note(
            first, Finding.error,
            say("locks people out: the right password does not help after %1", StackVerdict.words(closed)),
            say("make this line sufficient"))
    }

    /// What results of our line stand for.
    private static func words(_ results: Set<PAMResult>) -> String {
        let words: [(PAMResult, String)] = [
            (.authenticationError, say("a wrong pattern")), (.conversationError, say("a cancelled prompt")),
            (.userUnknown, say("none enrolled")), (.ignore, say("none enrolled (nouserok)")),
            (.maximumTries, say("a locked one")), (.permissionDenied, say("a rule that refuses it")),
            (.informationUnavailable, say("a broken store")), (.serviceError, say("a slip in pattern.conf")),
            (.bufferError, say("want of memory")), (.moduleUnknown, say("a missing module")),
        ]
        return words.filter { results.contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
