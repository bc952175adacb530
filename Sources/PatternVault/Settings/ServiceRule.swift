/// For which PAM services a pattern may be used.
package enum ServiceRule: Equatable, Sendable {
    /// Every service.
    case any
    /// The services of a list; `local` in it stands for ``local``.
    case listed([[UInt8]])

    /// The service through which patternctl asks for the password before a user sets a pattern: no pattern
    /// may answer there, whatever file it includes.
    package static var passwordOnly: StaticString { "patternctl-strong" }

    /// Services at which a person sits in front of this machine: sudo, su, login, polkit, display
    /// managers, screen lockers and our own `patternctl verify`.
    package static var local: [StaticString] {
        [
            "sudo", "sudo-i", "sudo-askpass", "su", "su-l", "doas", "login", "polkit-1", "patternctl",
            "gdm", "gdm-password", "lightdm", "sddm", "lxdm", "xdm", "kde", "plasmalogin", "greetd",
            "cosmic-greeter", "phosh", "ly", "lemurs", "emptty",
            "swaylock", "i3lock", "hyprlock", "waylock", "gtklock", "slock", "xlock", "xscreensaver",
            "xsecurelock", "vlock", "physlock", "cinnamon-screensaver", "gnome-screensaver",
            "mate-screensaver", "xfce4-screensaver", "deepin-screensaver", "light-locker",
        ]
    }

    /// Reads `any`, `local` or names with commas between them; nil when a name is empty.
    init?(_ text: Span<UInt8>) {
        // An argument in brackets keeps its blanks.
        if text.trimmed.equals("any") {
            self = .any
            return
        }
        var names: [[UInt8]] = []
        var pieces = Pieces(of: text, separator: UInt8(ascii: ","))
        while let piece = pieces.next() {
            let name = piece.trimmed
            guard !name.isEmpty else { return nil }
            names.append(name.array)
        }
        self = .listed(names)
    }

    /// Tells whether a service may use a pattern.
    package func allows(_ service: Span<UInt8>) -> Bool {
        switch self {
        case .any:
            return true
        case .listed(let names):
            for name in names {
                // The word stands for the list, not for a service of that name.
                let matches =
                    name.span.equals("local")
                    ? ServiceRule.isLocal(service) : ConstantTime.equal(service, name.span)
                if matches { return true }
            }
            return false
        }
    }

    private static func isLocal(_ service: Span<UInt8>) -> Bool {
        for name in local where service.equals(name) {
            return true
        }
        return false
    }
}
