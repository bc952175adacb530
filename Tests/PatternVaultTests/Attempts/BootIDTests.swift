import PatternVault
import Testing

/// The kernel's name for a boot.
struct BootIDTests {
    @Test func readsTheKernelsText() {
        let id = BootID(text: "00112233-4455-6677-8899-aabbccddeeff\n".bytes.span)
        let bytes: [UInt8] = [
            0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
        ]
        #expect(id != nil && id == BootID(bytes: bytes.span))
    }

    @Test(arguments: [
        ("", "nothing"), ("\n", "an empty line"),
        ("00000000-0000-0000-0000-000000000000\n", "zeros, which stand for an unknown boot"),
        ("00112233-4455-6677-8899-aabbccddeef\n", "a digit less"),
        ("00112233-4455-6677-8899-aabbccddeeff0\n", "a digit more"),
        ("00112233-4455-6677-8899-aabbccddeefg\n", "no hexadecimal digit"),
        ("00112233-4455-6677-8899-aabbccddeef\u{0}", "a NUL"),
    ])
    func takesNothingElse(text: String, why: String) {
        #expect(BootID(text: text.bytes.span) == nil, "\(why)")
    }

    @Test(arguments: [0, 15, 17])
    func hasSixteenBytes(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(BootID(bytes: bytes.span) == nil)
    }

    @Test func systemsClockHasABootAndGoesOn() {
        let clock = SystemClock()
        #expect(clock.boot != nil)
        #expect(clock.boot == clock.boot)
        let before = clock.milliseconds
        #expect(before > 0)
        #expect(clock.milliseconds >= before)
        #expect(clock.now.seconds >= before / 1_000)
    }

    @Test func settledClockHasReadTheBootAndGoesOn() {
        let clock = SettledClock()
        #expect(clock.boot != nil)
        #expect(clock.boot == SystemClock().boot)
        let before = clock.milliseconds
        clock.pause(milliseconds: 2)
        #expect(clock.milliseconds >= before + 2)
    }

    @Test(arguments: [System.Call.open, .read])
    func systemsClockHasNoBootThatItCannotRead(call: System.Call) throws {
        try failing(call, 1, with: .accessDenied) { #expect(SystemClock().boot == nil) }
    }

    @Test func systemsClockPausesForAsLongAsItIsTold() {
        let clock = SystemClock()
        let before = clock.milliseconds
        clock.pause(milliseconds: 12)
        // A signal may have cut it short, but not to nothing; both are read in whole milliseconds.
        #expect(clock.milliseconds - before >= 11)
    }
}
