import PatternGrid
import PatternVault
import Testing

/// What each setting may be: the same for an argument of the module and a line of pattern.conf.
struct SettingsValueTests {
    /// A setting as written, and what it makes of the defaults.
    struct Good: Sendable, CustomStringConvertible {
        let description: String
        let change: @Sendable (inout Settings) -> Void

        init(_ text: String, _ change: @escaping @Sendable (inout Settings) -> Void) {
            description = text
            self.change = change
        }

        /// The defaults with this one setting.
        var settings: Settings {
            var settings = Settings()
            change(&settings)
            return settings
        }
    }

    @Test func hasDefaults() throws {
        let settings = Settings()
        #expect(settings.prompt == nil)
        #expect(settings.tries == 1)
        #expect(settings.keypad == .phone)
        #expect(settings.forwardPass == .never)
        #expect(settings.services == .any)
        #expect(settings.minimumNodes == 4)
        #expect(settings.grid == .phone)
        #expect(settings.cost == 7)
        #expect(settings.blocklist == .common)
        #expect(settings.selfService == .first)
        #expect(settings.file == nil && settings.store == nil && !settings.namesOtherPlaces)
        let flags = [settings.cue, settings.nouserok, settings.debug, settings.quiet, settings.nodelay]
        #expect(flags.allSatisfy { !$0 })
        #expect(!settings.root && !settings.remote && !settings.others)
        #expect(try SettingsText.load() == settings)
    }

    @Test(arguments: [
        Good("prompt=Draw it: ") { $0.prompt = "Draw it: ".bytes },
        Good("prompt=x") { $0.prompt = "x".bytes },
        Good("prompt=a=b") { $0.prompt = "a=b".bytes },
        Good("prompt=Passwor") { $0.prompt = "Passwor".bytes },
        Good("prompt=Muster f\u{fc}r Zo\u{eb}: ") { $0.prompt = "Muster f\u{fc}r Zo\u{eb}: ".bytes },
        Good("prompt=" + String(repeating: "p", count: 200)) {
            $0.prompt = [UInt8](repeating: 0x70, count: 200)
        },
        Good("cue") { $0.cue = true },
        Good("cue=yes") { $0.cue = true },
        Good("cue=no") { _ in },
        Good("tries=1") { _ in },
        Good("tries=3") { $0.tries = 3 },
        Good("tries=10") { $0.tries = 10 },
        Good("keypad=phone") { _ in },
        Good("keypad=numpad") { $0.keypad = .numpad },
        Good("keypad=letters") { $0.keypad = .letters },
        Good("nouserok") { $0.nouserok = true },
        Good("debug") { $0.debug = true },
        Good("quiet") { $0.quiet = true },
        Good("nodelay=yes") { $0.nodelay = true },
        Good("forward_pass") { $0.forwardPass = .anything },
        Good("forward_pass=text") { $0.forwardPass = .text },
        Good("root=yes") { $0.root = true },
        Good("root=no") { _ in },
        Good("remote=yes") { $0.remote = true },
        Good("others=yes") { $0.others = true },
        Good("services=any") { _ in },
        Good("services= any\t") { _ in },
        Good("services=local") { $0.services = .listed(["local".bytes]) },
        Good("services=sudo") { $0.services = .listed(["sudo".bytes]) },
        Good("services=sudo,su-l,local") { $0.services = .listed(["sudo", "su-l", "local"].map(\.bytes)) },
        Good("services=sudo, su\t,login") { $0.services = .listed(["sudo", "su", "login"].map(\.bytes)) },
    ])
    func takesAnywhere(good: Good) throws {
        #expect(try SettingsText.load([good.description]) == good.settings)
        // A file drops blanks around a value, which quotes keep.
        let line = good.description.hasSuffix(" ") ? SettingsText.quoted(good.description) : good.description
        #expect(try SettingsText.load(file: line + "\n") == good.settings)
    }

    @Test(arguments: [
        Good("min_nodes=4") { _ in },
        Good("min_nodes=36") { $0.minimumNodes = 36 },
        Good("grid=3") { _ in },
        Good("grid=4") { $0.grid = Grid(side: 4) ?? .phone },
        Good("grid=6x6") { $0.grid = Grid(side: 6) ?? .phone },
        Good("cost=1") { $0.cost = 1 },
        Good("cost=11") { $0.cost = 11 },
        Good("self_service=yes") { $0.selfService = .yes },
        Good("self_service=first") { $0.selfService = .first },
        Good("self_service=no") { $0.selfService = .no },
        Good("blocklist=none") { $0.blocklist = .none },
        Good("blocklist=common") { $0.blocklist = .common },
        Good("blocklist=strict") { $0.blocklist = .strict },
        Good("blocklist=/etc/patterns") { $0.blocklist = .file(Path("/etc/patterns")) },
    ])
    func takesInTheFileAlone(good: Good) throws {
        #expect(try SettingsText.load(file: good.description) == good.settings)
        #expect(throws: SettingsText.argumentError(good.description, "may stand in pattern.conf alone")) {
            try SettingsText.load([good.description])
        }
    }

    @Test func takesPathsAmongTheArgumentsAlone() throws {
        let settings = try SettingsText.load(["store=/srv/patterns"])
        #expect(settings.store == Path("/srv/patterns"))
        #expect(settings.namesOtherPlaces)
        for line in ["store=/srv/patterns", "conf=/etc/other.conf", "conf"] {
            #expect(throws: SettingsText.lineError(1, line, "may be an argument of the module alone")) {
                try SettingsText.load(file: line)
            }
        }
    }

    @Test(arguments: [
        ("tries=0", "needs a whole number from 1 to 10"),
        ("tries=11", "needs a whole number from 1 to 10"),
        ("tries=-1", "needs a whole number from 1 to 10"),
        ("tries=+3", "needs a whole number from 1 to 10"),
        ("tries=03", "needs a whole number from 1 to 10"),
        ("tries=3.0", "needs a whole number from 1 to 10"),
        ("tries=three", "needs a whole number from 1 to 10"),
        ("tries=18446744073709551617", "needs a whole number from 1 to 10"),
        ("tries=", "needs a whole number from 1 to 10"),
        ("tries", "needs a whole number from 1 to 10"),
        ("keypad=", "needs phone, numpad or letters"),
        ("keypad", "needs phone, numpad or letters"),
        ("keypad=Phone", "needs phone, numpad or letters"),
        ("keypad=qwerty", "needs phone, numpad or letters"),
        ("cue=", "needs yes or no"),
        ("cue=1", "needs yes or no"),
        ("cue=Yes", "needs yes or no"),
        ("debug=true", "needs yes or no"),
        ("quiet=on", "needs yes or no"),
        ("nodelay=yess", "needs yes or no"),
        ("nouserok=y", "needs yes or no"),
        ("root", "needs yes or no"),
        ("root=", "needs yes or no"),
        ("root=true", "needs yes or no"),
        ("remote", "needs yes or no"),
        ("remote=always", "needs yes or no"),
        ("others", "needs yes or no"),
        ("others=YES", "needs yes or no"),
        ("forward_pass=", "takes no value but text"),
        ("forward_pass=yes", "takes no value but text"),
        ("services", "needs any, local or names with commas between them"),
        ("services=", "needs any, local or names with commas between them"),
        ("services=,", "needs any, local or names with commas between them"),
        ("services=sudo,", "needs any, local or names with commas between them"),
        ("services=,sudo", "needs any, local or names with commas between them"),
        ("services=sudo,,su", "needs any, local or names with commas between them"),
        ("prompt", "needs a text of 1 to 200 bytes"),
        ("prompt=", "needs a text of 1 to 200 bytes"),
        ("prompt=Password:", "must not begin with Password:, which sudo rewrites"),
        ("prompt=Password: or pattern", "must not begin with Password:, which sudo rewrites"),
        ("prompt=a\u{1b}[2Jb", "must not hold control characters"),
        ("prompt=a\u{7f}b", "must not hold control characters"),
        ("prompt=a\tb", "must not hold control characters"),
        ("prompts=x", "no such setting"),
        ("Prompt=x", "no such setting"),
        ("promp", "no such setting"),
        ("prompt-x", "no such setting"),
        ("forwardPass", "no such setting"),
        ("try_first_pass", "no such setting"),
        ("=", "no such setting"),
        ("=yes", "no such setting"),
    ])
    func refusesAnywhere(text: String, reason: String) {
        #expect(throws: SettingsText.argumentError(text, reason)) { try SettingsText.load([text]) }
        #expect(throws: SettingsText.lineError(1, text, reason)) { try SettingsText.load(file: text) }
    }

    @Test(arguments: [
        ("min_nodes=3", "needs a whole number from 4 to 36"),
        ("min_nodes=37", "needs a whole number from 4 to 36"),
        ("min_nodes", "needs a whole number from 4 to 36"),
        ("self_service", "needs yes, first or no"),
        ("self_service=", "needs yes, first or no"),
        ("self_service=never", "needs yes, first or no"),
        ("blocklist", "needs none, common, strict or an absolute path"),
        ("blocklist=", "needs none, common, strict or an absolute path"),
        ("blocklist=None", "needs none, common, strict or an absolute path"),
        ("blocklist=patterns", "needs none, common, strict or an absolute path"),
        ("cost=0", "needs a whole number from 1 to 11"),
        ("cost=12", "needs a whole number from 1 to 11"),
        ("cost", "needs a whole number from 1 to 11"),
        ("grid=2", "needs a side from 3 to 6"),
        ("grid=7", "needs a side from 3 to 6"),
        ("grid=4x5", "needs a side from 3 to 6"),
        ("grid=04", "needs a side from 3 to 6"),
        ("grid=4x4:", "needs a side from 3 to 6"),
        ("grid", "needs a side from 3 to 6"),
    ])
    func refusesInTheFile(line: String, reason: String) {
        #expect(throws: SettingsText.lineError(1, line, reason)) { try SettingsText.load(file: line) }
    }

    @Test(arguments: [
        "conf", "conf=", "conf=pattern.conf", "conf=./pattern.conf", "store", "store=", "store=patterns",
        "store=~/patterns", "store= /srv", "store=/srv\u{0}x",
    ])
    func refusesPathsThatAreNotAbsolute(argument: String) {
        #expect(throws: SettingsText.argumentError(argument, "needs an absolute path")) {
            try SettingsText.load([argument])
        }
    }

    /// 64 bytes of what was written are shown, and none that could forge or spoil a log line.
    @Test func showsWhatWasWrittenWithoutHarm() {
        let argument = "x\n\u{1b}\u{0}\u{e9}" + String(repeating: "y", count: 500)
        let shown = "x?????" + String(repeating: "y", count: 58)
        #expect(throws: SettingsText.error("argument \"\(shown)\": no such setting")) {
            try SettingsText.load([argument])
        }
    }

    @Test func refusesAPromptThatIsTooLong() {
        let argument = "prompt=" + String(repeating: "p", count: 201)
        #expect(throws: SettingsText.argumentError(argument, "needs a text of 1 to 200 bytes")) {
            try SettingsText.load([argument])
        }
    }
}
