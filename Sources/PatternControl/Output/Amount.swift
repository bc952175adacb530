/// Amounts as people read them.
package enum Amount {
    /// A whole number with commas, `389,112`.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number that is not negative, with two decimals: `7.89`.
    package static func hundredths(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = hundredths % 100
        return "\(grouped(hundredths / 100)).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A short time given in microseconds, in milliseconds: `0.8 ms`, `131 ms`, `2,150 ms`.
    package static func milliseconds(_ microseconds: Int) -> String {
        guard microseconds < 9_950 else { return "\(grouped((microseconds + 500) / 1000)) ms" }
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// Memory given in bytes, in megabytes of a million bytes: `67 MB`.
    package static func megabytes(_ bytes: Int) -> String {
        "\(grouped((bytes + 500_000) / 1_000_000)) MB"
    }

    /// How long something still takes, in its two largest units: `2 h 5 min`, `40 s`.
    package static func duration(seconds: Int) -> String {
        let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        let first = units.firstIndex { seconds >= $0.1 } ?? units.count - 1
        let (name, size) = units[first]
        let text = "\(grouped(seconds / size)) \(name)"
        guard first + 1 < units.count else { return text }
        let (nextName, nextSize) = units[first + 1]
        let rest = seconds % size / nextSize
        return rest == 0 ? text : "\(text) \(rest) \(nextName)"
    }
}
