internal import Languages

/// The fingerprint reader, for services that ask for a finger before the pattern: whether it is there, and
/// knows the caller's.
struct FingerprintCheck: Check {
    /// Asks fprintd about an account.
    typealias Asker = (_ user: String) -> FingerprintReader

    /// The account that is asked about.
    let user: String
    let asker: Asker

    func findings(on machine: some Machine) -> [Finding] {
        let reader = asker(user)
        let services = services(machine)
        let what = say("fingers of %1", user)
        guard !services.isEmpty else {
            // Neither is missing anything to anybody.
            guard case .enrolled(let fingers) = reader else { return [] }
            return [
                .ok(
                    what,
                    say("%1; no service asks for them before a pattern", FingerprintCheck.listed(fingers)))
            ]
        }
        guard let problem = reader.problem else {
            guard case .enrolled(let fingers) = reader else { return [] }
            return [
                .ok(
                    what,
                    say(
                        "%1, before the pattern: %2", FingerprintCheck.listed(fingers),
                        services.joined(separator: ", "))
                )
            ]
        }
        // sudo asks for no finger of root's.
        if reader == .noFinger, user == "root" {
            return [
                .ok(
                    say("fingerprint reader"),
                    say("is there; patternctl status --user=NAME tells which fingers it knows"))
            ]
        }
        // Root can ask for everybody.
        if reader == .unknown(.refused), !machine.isRoot { return [.skipped(what, problem.why)] }
        let why = say("%1, and %2 would ask for it", problem.why, services.joined(separator: ", "))
        return [.warning(what, why, problem.advice)]
    }

    private static func listed(_ fingers: [Finger]) -> String { fingers.map(\.words).joined(separator: ", ") }

    /// The services that come to pam_fprintd and to our line.
    private func services(_ machine: some Machine) -> [String] {
        let reader = StackReader(machine)
        let included = reader.included
        return reader.services.filter { service in
            let lines = reader.stack(of: service).lines
            return !included.contains(service) && lines.contains(where: \.isPattern)
                && lines.contains { $0.name == "pam_fprintd.so" }
        }
    }
}
