/// What systemd makes of a unit: the settings of its [Service] section, drop-ins applied; see
/// systemd.unit(5).
struct UnitFile {
    /// Where a unit runs.
    enum Manager: CaseIterable {
        case system, user

        /// Where its units lie, the first wins.
        var folders: [String] {
            let name = self == .system ? "system" : "user"
            return [
                "/etc/systemd", "/run/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd", "/lib/systemd",
            ].map {
                "\($0)/\(name)"
            }
        }
    }

    /// The settings in order; later ones win or add.
    private(set) var settings: [(name: String, value: String)] = []

    /// Reads a unit; nil when there is none, or it is masked.
    init?(_ name: String, of manager: Manager, on machine: some Machine) {
        let folders = manager.folders
        let texts = folders.lazy.compactMap { machine.text(of: "\($0)/\(name)") }
        guard let text = texts.first, !text.isEmpty else { return nil }
        take(text)
        var dropIns: [String: String] = [:]
        for folder in folders {
            for file in machine.list("\(folder)/\(name).d")
            where file.hasSuffix(".conf") && dropIns[file] == nil {
                dropIns[file] = "\(folder)/\(name).d/\(file)"
            }
        }
        for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) {
            if let text = machine.text(of: path) { take(text) }
        }
    }

    /// The last value of a setting.
    subscript(_ name: String) -> String? { settings.last { $0.name == name }?.value }

    /// Whether a yes-or-no setting says yes.
    func isOn(_ name: String) -> Bool {
        settings.last { $0.name == name && !$0.value.isEmpty }.map {
            ["1", "yes", "y", "true", "t", "on"].contains($0.value.lowercased())
        } ?? false
    }

    /// The words of a list that several lines make, an empty one emptying it.
    func list(_ name: String) -> [String] {
        var words: [String] = []
        for (setting, value) in settings where setting == name {
            words = value.isEmpty ? [] : words + value.split(separator: " ").map(String.init)
        }
        return words
    }

    private mutating func take(_ text: String) {
        var section = ""
        var pending = ""
        for line in text.lines {
            let trimmed = UnitFile.trimmed(line)
            if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
            pending += trimmed
            if pending.hasSuffix("\\") {
                pending.removeLast()
                pending += " "
                continue
            }
            if pending.hasPrefix("[") {
                section = pending
            } else if section == "[Service]", let equals = pending.firstIndex(of: "=") {
                settings.append(
                    (
                        UnitFile.trimmed(pending[..<equals]),
                        UnitFile.trimmed(pending[pending.index(after: equals)...])
                    ))
            }
            pending = ""
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }
}
