internal import Languages

/// One thing that `patternctl doctor` looks at. A check changes nothing.
protocol Check {
    /// Looks.
    func findings(on machine: some Machine) -> [Finding]
}

/// Advice that several checks give.
enum Advice {
    static var install: String { say("run install.sh again, or install the package again") }
}
