internal import Languages
internal import PatternVault

/// Reads services as libpam does: /etc/pam.d, then the vendor's /usr/lib/pam.d, or /etc/pam.conf where
/// the former is no folder.
struct StackReader<System: Machine> {
    /// How deep includes may go; libpam's own limit.
    private let deepest = 16
    private let machine: System
    private let settings: Settings

    /// - Parameter settings: What pattern.conf says, for lines of our module.
    init(_ machine: System, _ settings: Settings = Settings()) {
        self.machine = machine
        self.settings = settings
    }

    /// The folders, the first wins.
    static var folders: [String] { ["/etc/pam.d", "/usr/lib/pam.d"] }

    /// What a package manager or an editor left there; nothing is called that.
    private static var leftovers: [String] {
        ["~", ".bak", ".orig", ".rpmnew", ".rpmsave", ".rpmorig", ".pacnew", ".pacsave", ".swp"]
    }

    /// The names of all services.
    var services: [String] {
        guard readsFolders else { return confServices }
        let names = Set(StackReader.folders.flatMap { machine.list($0) })
        return names.filter { name in
            !name.hasPrefix(".") && !name.contains(".dpkg-") && !name.contains(".pam-")
                && !StackReader.leftovers.contains { name.hasSuffix($0) }
        }.sorted()
    }

    /// Whether pam.conf counts for nothing.
    var readsFolders: Bool { (try? machine.facts(of: "/etc/pam.d"))?.kind == .folder }

    /// The files that others include, without which they'd be nothing.
    var included: Set<String> {
        var names: Set<String> = []
        for service in services {
            guard let (_, file) = file(service) else { continue }
            for line in file.lines {
                if line.words[0] == "@include", line.words.count > 1 { names.insert(line.words[1]) }
                if line.words.count > 2, ["include", "substack"].contains(line.words[1].lowercased()) {
                    names.insert(line.words[2])
                }
            }
        }
        return Set(names.map { String($0.split(separator: "/").last ?? "") })
    }

    /// The auth stack of a service.
    func stack(of service: String) -> Stack {
        var stack = Stack(service: service)
        if readsFolders {
            add(service, to: &stack, level: 0, depth: 0, from: nil)
        } else if let text = machine.text(of: "/etc/pam.conf") {
            for line in PAMFile(text).lines where line.words[0].lowercased() == service {
                let line = PAMFile.Line(
                    number: line.number, words: Array(line.words.dropFirst()), hasReturn: line.hasReturn)
                add(line, of: "/etc/pam.conf", to: &stack, level: 0, depth: 0)
            }
        }
        return stack
    }

    private var confServices: [String] {
        guard let text = machine.text(of: "/etc/pam.conf") else { return [] }
        return Set(PAMFile(text).lines.map { $0.words[0].lowercased() }).sorted()
    }

    private func file(_ name: String) -> (path: String, file: PAMFile)? {
        let paths = name.hasPrefix("/") ? [name] : StackReader.folders.map { "\($0)/\(name)" }
        for path in paths {
            if let text = machine.text(of: path) { return (path, PAMFile(text)) }
        }
        return nil
    }

    private func add(
        _ name: String, to stack: inout Stack, level: Int, depth: Int, from place: StackLine.Place?
    ) {
        // libpam gives up at a circle, too; each turn of it may begin several more.
        guard !stack.isEndless else { return }
        guard let (path, file) = file(name), depth <= deepest else {
            guard let place else { return }
            stack.isEndless = depth > deepest
            stack.problems.append(
                .error(
                    place.text,
                    depth > deepest
                        ? say("includes go around in a circle")
                        : say("includes %1, which can't be read", name),
                    say("nobody can use %1 before that is set right", stack.service)))
            return
        }
        for line in file.lines { add(line, of: path, to: &stack, level: level, depth: depth) }
    }

    private func add(_ line: PAMFile.Line, of file: String, to stack: inout Stack, level: Int, depth: Int) {
        let place = StackLine.Place(file: file, number: line.number)
        let words = line.words
        // A line of pam.conf may be the service's name and no more.
        guard let first = words.first else {
            stack.problems.append(.error(place.text, say("has no module"), say("correct that line")))
            return
        }
        if first == "@include" {
            add(words.count > 1 ? words[1] : "", to: &stack, level: level, depth: depth + 1, from: place)
            return
        }
        let kind = first.drop { $0 == "-" }.lowercased()
        guard ["auth", "account", "password", "session"].contains(kind) else {
            stack.problems.append(
                .error(
                    place.text, say("%1 is none of auth, account, password, session", first),
                    say("correct that line")
                ))
            return
        }
        if line.hasReturn {
            stack.problems.append(
                .error(
                    place.text,
                    say("ends with a carriage return, which PAM takes as part of the last word"),
                    say("end the file's lines with a line feed alone, as dos2unix does")))
        }
        guard kind == "auth" else {
            if words.count > 2, words[2].split(separator: "/").last == "pam_pattern.so" {
                stack.problems.append(
                    .error(
                        place.text,
                        say(
                            "the module has nothing for %1: whether this line passes does not hang on a pattern",
                            kind),
                        say("take it out; the module is for auth alone")))
            }
            return
        }
        guard words.count > 2 else {
            stack.problems.append(.error(place.text, say("has no module"), say("correct that line")))
            return
        }
        switch words[1].lowercased() {
        case "include": add(words[2], to: &stack, level: level, depth: depth + 1, from: place)
        case "substack":
            stack.lines.append(
                StackLine(place: place, level: level, control: .nothing, module: nil, arguments: []))
            add(words[2], to: &stack, level: level + 1, depth: depth + 1, from: place)
        default:
            let control = LineControl(words[1])
            if control == nil {
                stack.problems.append(
                    .error(
                        place.text,
                        say("[%1] is no control that PAM knows: the line fails whatever happens", words[1]),
                        say("see pam.conf(5)")))
            }
            var line = StackLine(
                place: place, level: level, control: control ?? .mustFail, module: words[2],
                arguments: Array(words.dropFirst(3)))
            if line.isOurs {
                line.settings = try? Settings.read(
                    arguments: line.arguments.map { Array($0.utf8) }, over: settings)
            }
            stack.lines.append(line)
        }
    }
}
