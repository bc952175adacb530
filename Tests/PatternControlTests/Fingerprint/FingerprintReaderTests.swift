import PatternControl
import Testing

/// What is asked of fprintd, and what its answers come to.
struct FingerprintReaderTests {
    private static let first = "/net/reactivated/Fprint/Device/0"
    private static let second = "/net/reactivated/Fprint/Device/1"
    private static let none = BusAnswer.error("net.reactivated.Fprint.Error.NoEnrolledPrints")

    /// Asks where these are the devices, and each, in turn, gives one of the answers.
    private func found(_ devices: BusAnswer, _ answers: BusAnswer...) -> FingerprintReader {
        var left = answers
        var asked: [String] = []
        let found = FingerprintReader.find(user: "alice") { call in
            guard case .fingers(let device, let user) = call else { return devices }
            #expect(user == "alice")
            asked.append(device)
            return left.removeFirst()
        }
        #expect(left.isEmpty, "not all were asked")
        #expect(answers.isEmpty || devices == .values(asked))
        return found
    }

    @Test(arguments: [
        (BusAnswer.noBus, FingerprintReader.noService),
        (.error("org.freedesktop.DBus.Error.ServiceUnknown"), .noService),
        (.error("org.freedesktop.DBus.Error.NameHasNoOwner"), .noService),
        (.error("org.freedesktop.DBus.Error.AccessDenied"), .unknown(.refused)),
        (.error("org.freedesktop.DBus.Error.NoReply"), .unknown(.silent)),
        (.error("org.freedesktop.DBus.Error.TimedOut"), .unknown(.silent)),
        (
            .error("org.freedesktop.DBus.Error.Spawn.ChildExited"),
            .unknown(.error("org.freedesktop.DBus.Error.Spawn.ChildExited"))
        ),
        (.silence, .unknown(.silent)), (.nonsense, .unknown(.nonsense)), (.noProgram, .unknown(.noProgram)),
        (.values([]), .noReader),
    ])
    func withoutADevice(answer: BusAnswer, reader: FingerprintReader) {
        #expect(found(answer) == reader)
    }

    @Test(arguments: [
        (BusAnswer.values(["left-thumb"]), FingerprintReader.enrolled([.leftThumb])),
        (.values(["right-index-finger", "left-thumb"]), .enrolled([.rightIndex, .leftThumb])),
        // One that is known is enough.
        (.values(["left-thumb", "sixth-finger"]), .enrolled([.leftThumb])),
        (.values(["sixth-finger"]), .unknown(.nonsense)),
        (.values([]), .noFinger), (none, .noFinger),
        (.error("net.reactivated.Fprint.Error.PermissionDenied"), .unknown(.refused)),
        // Gone since it was asked for devices.
        (.noBus, .unknown(.silent)), (.silence, .unknown(.silent)),
        (
            .error("org.freedesktop.DBus.Error.UnknownObject"),
            .unknown(.error("org.freedesktop.DBus.Error.UnknownObject"))
        ),
    ])
    func withADevice(answer: BusAnswer, reader: FingerprintReader) {
        #expect(found(.values([FingerprintReaderTests.first]), answer) == reader)
    }

    @Test func severalDevicesCountTogether() {
        let devices = BusAnswer.values([FingerprintReaderTests.first, FingerprintReaderTests.second])
        let none = FingerprintReaderTests.none
        #expect(found(devices, none, .values(["left-thumb"])) == .enrolled([.leftThumb]))
        #expect(
            found(devices, .values(["left-thumb"]), .values(["left-thumb", "left-ring-finger"]))
                == .enrolled([.leftThumb, .leftRing]))
        #expect(found(devices, .silence, .values(["left-thumb"])) == .enrolled([.leftThumb]))
        #expect(found(devices, .silence, none) == .unknown(.silent))
        #expect(found(devices, none, none) == .noFinger)
    }

    /// They become words of a command.
    @Test(arguments: [
        "", "/", "/net/reactivated/Fprint/Device/", "/net/reactivated/Fprint/Device/a/b", "--session",
        "/net/reactivated/Fprint/Device/0 ", "/net/reactivated/Fprint/Device/\u{e9}",
        "/net/reactivated/Fprint/Device/" + String(repeating: "a", count: 65),
    ])
    func strangePathsAreNotAskedFor(path: String) {
        let devices = BusAnswer.values([FingerprintReaderTests.first, path])
        #expect(found(devices) == .unknown(.nonsense))
    }

    @Test(arguments: [
        (FingerprintReader.enrolled([.leftThumb]), nil),
        (.noService, "fprintd does not run"), (.noReader, "no fingerprint reader is there"),
        (.noFinger, "no finger is enrolled"),
        (.unknown(.silent), "the fingers are not known, fprintd does not answer"),
        (.unknown(.error("a.b")), "the fingers are not known, fprintd answers a.b"),
    ])
    func tellsWhatIsWrong(reader: FingerprintReader, why: String?) {
        #expect(reader.problem?.why == why)
    }
}
