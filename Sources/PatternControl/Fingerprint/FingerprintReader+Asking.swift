extension FingerprintReader {
    /// Asks fprintd about an account; takes two seconds at most.
    package static func find(user: String) -> FingerprintReader {
        let program = BusProgram()
        return find(user: user) { program.answer(to: $0) }
    }

    /// Asks about an account through what makes the calls.
    package static func find(user: String, by call: (BusCall) -> BusAnswer) -> FingerprintReader {
        let devices: [String]
        switch call(.devices) {
        case .values(let values): devices = values
        case .noBus: return .noService
        case .error(let name) where isAbsence(name): return .noService
        case let answer: return .unknown(Doubt(answer))
        }
        guard devices.allSatisfy(BusCall.isDevice) else { return .unknown(.nonsense) }
        if devices.isEmpty { return .noReader }
        var found: [Finger] = []
        var doubt: Doubt?
        for device in devices {
            switch call(.fingers(device: device, user: user)) {
            case .values(let names):
                let fingers = names.compactMap(Finger.init(rawValue:))
                if fingers.count < names.count { doubt = .nonsense }
                found += fingers.filter { !found.contains($0) }
            case .error("net.reactivated.Fprint.Error.NoEnrolledPrints"): continue
            case let answer: doubt = Doubt(answer)
            }
        }
        // One finger that is known is enough; a reader that failed hides none of another.
        if !found.isEmpty { return .enrolled(found) }
        return doubt.map { .unknown($0) } ?? .noFinger
    }

    /// Whether an error says that nobody answers to fprintd's name, and nobody can be started.
    private static func isAbsence(_ error: String) -> Bool {
        ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(
            error)
    }
}

extension FingerprintReader.Doubt {
    /// Why an answer says nothing of fingers.
    fileprivate init(_ answer: BusAnswer) {
        self =
            switch answer {
            case .error("net.reactivated.Fprint.Error.PermissionDenied"),
                .error("org.freedesktop.DBus.Error.AccessDenied"):
                .refused
            case .error("org.freedesktop.DBus.Error.NoReply"), .error("org.freedesktop.DBus.Error.TimedOut"),
                .silence, .noBus:
                .silent
            case .error(let name): .error(name)
            case .noProgram: .noProgram
            case .nonsense, .values: .nonsense
            }
    }
}
