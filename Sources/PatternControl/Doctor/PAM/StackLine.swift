internal import PatternVault

/// A line of a service's auth stack, as libpam puts it together from all included files.
struct StackLine: Equatable {
    /// Where it is written.
    struct Place: Hashable {
        let file: String
        /// From 1.
        let number: Int

        /// For messages.
        var text: String { "\(file) line \(number)" }
    }

    let place: Place
    /// How deep in substacks, 0 for none.
    let level: Int
    /// What follows from its result.
    let control: LineControl
    /// The path or name of the module; nil for the line that a substack begins with.
    let module: String?
    /// What follows the module.
    let arguments: [String]
    /// For our module: what holds on this line, pattern.conf among it; nil where an argument is wrong.
    var settings: Settings?

    /// The name of the module's file.
    var name: String { module.map { String($0.split(separator: "/").last ?? "") } ?? "" }

    /// Whether it names our module.
    var isOurs: Bool { name == "pam_pattern.so" }

    /// Whether it is the line behind the password.
    var isStrong: Bool {
        isOurs && settings?.isStrongLine ?? arguments.contains { $0 == "strong" || $0 == "strong=yes" }
    }

    /// Whether it is the line that asks for the pattern.
    var isPattern: Bool { isOurs && !isStrong }

    /// Whether whoever has no pattern is passed by: PAM_IGNORE.
    var nouserok: Bool { settings?.nouserok ?? false }
}

/// The auth stack of a service.
struct Stack: Equatable {
    /// The service's name.
    let service: String
    /// In the order in which libpam comes to them.
    var lines: [StackLine] = []
    /// What libpam can't read in these files.
    var problems: [Finding] = []
    /// Includes go around in a circle: what follows is not looked at.
    var isEndless = false
}
