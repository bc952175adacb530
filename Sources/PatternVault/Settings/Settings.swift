package import PatternGrid

/// What the administrator has set: defaults, then pattern.conf, then the arguments.
package struct Settings: Equatable, Sendable {
    /// What a reply that did not open is worth to the next module.
    package enum ForwardPass: Equatable, Sendable {
        /// PAM_AUTHTOK is never set.
        case never
        /// Whatever did not open becomes PAM_AUTHTOK: one field for pattern or password.
        case anything
        /// Only what is not a pattern does.
        case text
    }

    /// The prompt, nil for the default one.
    package var prompt: [UInt8]?
    /// Show the keypad's map in the prompt.
    package var cue = false
    /// How often one call asks, 1 to 10.
    package var tries = 1
    /// How typed symbols name nodes.
    package var keypad = Keypad.phone
    /// Whether a proven absence is PAM_IGNORE rather than PAM_USER_UNKNOWN.
    package var nouserok = false
    /// Log what happens, without any secret.
    package var debug = false
    /// Tell the person nothing beyond the prompt.
    package var quiet = false
    /// Ask for no delay after a wrong try.
    package var nodelay = false
    /// What becomes of a reply that did not open.
    package var forwardPass = ForwardPass.never
    /// May root use a pattern.
    package var root = false
    /// May a caller with a PAM_RHOST.
    package var remote = false
    /// May a process of another user than root and the account's own.
    package var others = false
    /// For which services.
    package var services = ServiceRule.any
    /// This is the second line, reached only after the password: it forgives and notes the time.
    package var isStrongLine = false
    /// Refuse the pattern until the strong factor was used since boot.
    package var strongAfterBoot = false
    /// Refuse it when the strong factor was last used so many hours ago; 0 for never.
    package var strongEveryHours = 0
    /// When wrong tries lock.
    package var schedule = LockoutSchedule()
    /// The fewest nodes of a new pattern, 4 to 36; checking knows only ``Grid/minimumLength``.
    package var minimumNodes = Grid.minimumLength
    /// The grid of a new pattern.
    package var grid = Grid.phone
    /// The yescrypt cost of a new hash, see ``Hasher/costs``.
    package var cost = 7
    /// Which new patterns are refused because many people choose them.
    package var blocklist = BlocklistChoice.common
    /// What a user may do without an administrator.
    package var selfService = SelfServiceRule.first
    /// The file that was asked for instead of ``standardFile``.
    package var file: Path?
    /// The store that was asked for instead of the standard one.
    package var store: Path?

    /// Where settings are read from unless an argument says otherwise.
    package static var standardFile: Path { Path("/etc/security/pattern.conf") }

    /// The defaults.
    package init() {}

    /// Tells whether an argument names another file or store than the compiled-in ones.
    package var namesOtherPlaces: Bool { file != nil || store != nil }
}
