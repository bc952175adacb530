import PatternControl
import Testing

/// What dbus-send prints, as BusAnswer reads it.
struct BusAnswerTests {
    private static let head =
        "method return time=1764486000.5 sender=:1.1 -> destination=:1.2 serial=15 reply_serial=2\n"

    @Test(arguments: [
        (
            "   array [\n      object path \"/net/reactivated/Fprint/Device/0\"\n   ]\n",
            ["/net/reactivated/Fprint/Device/0"]
        ),
        (
            "   array [\n      string \"left-thumb\"\n      string \"right-ring-finger\"\n   ]\n",
            ["left-thumb", "right-ring-finger"]
        ),
        ("   array [\n   ]\n", []),
        ("   array [\n      string \"\"\n   ]\n", [""]),
        // Nothing is escaped: a quotation mark inside belongs to the text.
        ("   array [\n      string \"a\"b\"\n   ]\n", ["a\"b"]),
    ])
    func readsLists(body: String, values: [String]) {
        #expect(BusAnswer(printed: BusAnswerTests.head + body) == .values(values))
    }

    @Test(arguments: [
        (
            "Error net.reactivated.Fprint.Error.NoEnrolledPrints: Failed to discover prints\n",
            "net.reactivated.Fprint.Error.NoEnrolledPrints"
        ),
        ("Error org.freedesktop.DBus.Error.NoReply\n", "org.freedesktop.DBus.Error.NoReply"),
        ("Error a_1.b: with\nmore lines\n", "a_1.b"),
    ])
    func readsErrors(text: String, name: String) {
        #expect(BusAnswer(printed: text) == .error(name))
    }

    @Test func knowsThatThereIsNoBus() {
        let text =
            "Failed to open connection to \"system\" message bus: Failed to connect to socket "
            + "/run/dbus/system_bus_socket: Connection refused\n"
        #expect(BusAnswer(printed: text) == .noBus)
    }

    @Test(arguments: [
        "", "\n", "method return", head, head + "   array [\n", head + "   ]\n",
        // Cut off.
        head + "   array [\n      string \"left-thumb\"\n",
        head + "   array [\n      string \"left-thu",
        // A text with a line break.
        head + "   array [\n      string \"left\nthumb\"\n   ]\n",
        // Other types, and more of them.
        head + "   string \"left-thumb\"\n", head + "   array [\n      int32 7\n   ]\n",
        head + "   array [\n   ]\n   array [\n   ]\n",
        head + "   array [\n      array [\n      ]\n   ]\n",
        // What would reach a terminal as it is.
        "Error \u{1b}]0;x\u{7}: y\n", "Error : y\n", "Error a b: c\n",
        "Error " + String(repeating: "a", count: 256),
        "Usage: dbus-send [--help]\n",
    ])
    func callsTheRestNonsense(text: String) {
        #expect(BusAnswer(printed: text) == .nonsense)
    }
}
