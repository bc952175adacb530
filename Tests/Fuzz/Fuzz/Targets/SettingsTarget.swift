import PatternGrid

@testable import PatternVault

#if canImport(AskPass)
    import AskPass
#endif

/// Settings, in a file and as arguments: what is read and written again means the same.
enum SettingsTarget {
    private static let path = Path("/c")

    static func run(_ feed: inout Feed) {
        let cost = 1 + feed.choice(11)
        let arguments = feed.text().split(separator: 0x0a, omittingEmptySubsequences: false).prefix(16).map {
            Array($0)
        }
        let text = Array(feed.rest().prefix(Settings.maximumSize))
        var settings = Settings()
        do throws(SettingsError) {
            settings = try read(text)
            checkFile(text, settings, cost)
        } catch {
            checkError(error)
            settings = Settings()
        }
        do throws(SettingsError) {
            let over = try Settings.read(arguments: arguments, over: settings)
            checkValues(over)
            checkSpelling(over)
            let keys = arguments.map { $0.prefix { $0 != 0x3d } }
            claim(Set(keys).count == keys.count, "nothing is set twice")
        } catch {
            checkError(error)
        }
    }

    private static func read(_ text: [UInt8]) throws(SettingsError) -> Settings {
        var reader = SettingsReader(Settings())
        try reader.take(file: text.span, path: path)
        return reader.settings
    }

    /// A file that is right: changing the cost changes nothing else; the pads read the same from it.
    private static func checkFile(_ text: [UInt8], _ settings: Settings, _ cost: Int) {
        checkValues(settings)
        checkSpelling(settings)
        claim(
            settings.file == nil && settings.store == nil && !settings.isStrongLine, "a file names no places")
        let changed = SettingsEdit.set(.cost, to: cost, in: text)
        var expected = settings
        expected.cost = cost
        claim((try? read(changed)) == expected, "setting the cost sets the cost")
        claim(SettingsEdit.set(.cost, to: cost, in: changed) == changed, "and once")
        #if canImport(AskPass)
            let pad = PadSettings(String(decoding: text, as: UTF8.self))
            claim(pad.keypad == settings.keypad, "a pad knows the keypad")
            let prompt = settings.prompt.map { String(decoding: $0, as: UTF8.self) }
            claim(pad.prompt == prompt, "a pad knows the prompt")
        #endif
    }

    private static func checkValues(_ settings: Settings) {
        claim(
            (1...10).contains(settings.tries) && (1...11).contains(settings.cost),
            "numbers are in their ranges")
        claim(
            (4...36).contains(settings.minimumNodes) && (0...8760).contains(settings.strongEveryHours),
            "so are these")
        let schedule = settings.schedule
        claim((1...20).contains(schedule.deny) && (1...1000).contains(schedule.budget), "and these")
        claim((1...20).contains(schedule.waits.count), "there are waits")
        claim(schedule.waits.allSatisfy { (1...31_536_000).contains($0) }, "a wait has an end")
        claim(schedule.tries(within: 86_400) > 0, "somebody gets a try")
        guard let prompt = settings.prompt else { return }
        claim(
            (1...200).contains(prompt.count) && prompt.allSatisfy { $0 >= 0x20 && $0 != 0x7f },
            "a prompt is one line")
    }

    private static func checkError(_ error: SettingsError) {
        claim(
            !error.text.isEmpty && error.text.allSatisfy { (0x20...0x7e).contains($0) },
            "an error is one line")
    }

    /// All settings written as arguments, and those of the file as a file, are the same settings.
    private static func checkSpelling(_ settings: Settings) {
        var reader = SettingsReader(Settings())
        do throws(SettingsError) {
            let lines = spelling(settings).joined(separator: [0x0a])
            try reader.take(file: Array(lines).span, path: path)
            let places = [("conf=", settings.file), ("store=", settings.store)].compactMap { key, path in
                path.map { Array(key.utf8) + $0.bytes }
            }
            let strong = settings.isStrongLine ? [Array("strong".utf8)] : []
            let again = try Settings.read(arguments: places + strong, over: reader.settings)
            claim(again == settings || hasQuote(settings), "written, it means the same")
        } catch {
            claim(hasQuote(settings), "what is written is read")
        }
    }

    /// Whether a text has a quote: it can be an argument, but not stand in a file.
    private static func hasQuote(_ settings: Settings) -> Bool {
        var texts = [settings.prompt ?? []]
        if case .listed(let names) = settings.services { texts += names }
        if case .file(let path) = settings.blocklist { texts.append(path.bytes) }
        return texts.contains { $0.contains(0x22) }
    }

    private static func spelling(_ settings: Settings) -> [[UInt8]] {
        func word(_ isSet: Bool) -> String { isSet ? "yes" : "no" }
        let waits = settings.schedule.waits.map { "\($0)s" }.joined(separator: ",")
        var lines = [
            "cue=\(word(settings.cue))", "tries=\(settings.tries)", "keypad=\(settings.keypad.name)",
            "nouserok=\(word(settings.nouserok))", "debug=\(word(settings.debug))",
            "quiet=\(word(settings.quiet))",
            "nodelay=\(word(settings.nodelay))", "root=\(word(settings.root))",
            "remote=\(word(settings.remote))",
            "others=\(word(settings.others))", "strong_after_boot=\(word(settings.strongAfterBoot))",
            "strong_every=\(settings.strongEveryHours)", "deny=\(settings.schedule.deny)", "waits=\(waits)",
            "budget=\(settings.schedule.budget)", "min_nodes=\(settings.minimumNodes)",
            "grid=\(settings.grid.side)",
            "cost=\(settings.cost)", "self_service=\(settings.selfService)",
        ].map { Array($0.utf8) }
        switch settings.forwardPass {
        case .never: break
        case .anything: lines.append(Array("forward_pass".utf8))
        case .text: lines.append(Array("forward_pass=text".utf8))
        }
        switch settings.services {
        case .any: lines.append(Array("services=any".utf8))
        case .listed(let names):
            lines.append(Array("services=\"".utf8) + names.joined(separator: [0x2c]) + [0x22])
        }
        switch settings.blocklist {
        case .none: lines.append(Array("blocklist=none".utf8))
        case .common: lines.append(Array("blocklist=common".utf8))
        case .strict: lines.append(Array("blocklist=strict".utf8))
        case .file(let path): lines.append(Array("blocklist=\"".utf8) + path.bytes + [0x22])
        }
        if let prompt = settings.prompt { lines.append(Array("prompt=\"".utf8) + prompt + [0x22]) }
        return lines
    }
}
