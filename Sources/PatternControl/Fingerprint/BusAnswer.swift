/// What came back from a call on the bus.
package enum BusAnswer: Equatable, Sendable {
    /// A list of texts or of objects' paths.
    case values([String])
    /// An error, by its name.
    case error(String)
    /// There is no bus.
    case noBus
    /// Nothing, in the time there was.
    case silence
    /// Something else.
    case nonsense
    /// The program could not be run.
    case noProgram

    /// Reads what `dbus-send --print-reply` printed, on both of its outputs, for a method that gives one list.
    ///
    /// Lines are known whole or not at all. dbus-send escapes nothing, so a text with a line break in it is
    /// nonsense, too; fprintd's have none.
    package init(printed text: String) {
        let lines = text.lines.filter { !$0.isEmpty }
        guard let first = lines.first else {
            self = .nonsense
            return
        }
        if first.hasPrefix("Error ") {
            let name = first.dropFirst("Error ".count).prefix { $0 != ":" }
            self = BusAnswer.isErrorName(name) ? .error(String(name)) : .nonsense
            return
        }
        if first.hasPrefix("Failed to open connection to \"system\" message bus") {
            self = .noBus
            return
        }
        guard first.hasPrefix("method return "), lines.count >= 3, lines[1] == "   array [",
            lines[lines.count - 1] == "   ]"
        else {
            self = .nonsense
            return
        }
        var values: [String] = []
        for line in lines[2..<(lines.count - 1)] {
            guard let value = BusAnswer.value(line) else {
                self = .nonsense
                return
            }
            values.append(value)
        }
        self = .values(values)
    }

    private static func value(_ line: Substring) -> String? {
        for kind in ["      object path \"", "      string \""] where line.hasPrefix(kind) {
            let rest = line.dropFirst(kind.count)
            return rest.hasSuffix("\"") ? String(rest.dropLast()) : nil
        }
        return nil
    }

    private static func isErrorName(_ name: Substring) -> Bool {
        (1...255).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
