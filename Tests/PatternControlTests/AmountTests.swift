import PatternControl
import Testing

/// Amounts as people read them.
struct AmountTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (389_112, "389,112"), (1_234_567, "1,234,567"),
        (-1_000, "-1,000"),
    ])
    func groupsDigits(number: Int, text: String) {
        #expect(Amount.grouped(number) == text)
    }

    @Test(arguments: [
        (0.0, "0.00"), (7.886350, "7.89"), (10.049, "10.05"), (2.999, "3.00"), (1_234.5, "1,234.50"),
    ])
    func roundsLengths(number: Double, text: String) {
        #expect(Amount.hundredths(number) == text)
    }

    @Test(arguments: [
        (0, "0.0 ms"), (840, "0.8 ms"), (850, "0.9 ms"), (9_949, "9.9 ms"), (9_950, "10 ms"),
        (130_499, "130 ms"), (2_150_000, "2,150 ms"),
    ])
    func roundsTimes(microseconds: Int, text: String) {
        #expect(Amount.milliseconds(microseconds) == text)
    }

    @Test(arguments: [(67_108_864, "67 MB"), (499_999, "0 MB"), (1_073_741_824, "1,074 MB")])
    func roundsMemory(bytes: Int, text: String) {
        #expect(Amount.megabytes(bytes) == text)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3_599, "59 min 59 s"), (3_600, "1 h"),
        (3_659, "1 h"), (7_500, "2 h 5 min"), (86_400, "1 d"), (90_000, "1 d 1 h"),
        (100_000_000, "1,157 d 9 h"),
    ])
    func tellsHowLongSomethingTakes(seconds: Int, text: String) {
        #expect(Amount.duration(seconds: seconds) == text)
    }
}
