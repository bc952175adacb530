import CFuzz
import Glibc

/// What is fuzzed, by the name in FUZZ_TARGET.
enum Target: String, CaseIterable {
    case entry, credential, attempts, settings, typed, frames, terminal, stroke, prompt
    case provision, blocklist, words, stack

    /// Which one this process fuzzes.
    static let chosen: Target = {
        // SAFETY: the environment does not change.
        let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
        guard let target = Target(rawValue: name) else {
            unsafe fuzz_refute("FUZZ_TARGET is one of \(allCases.map(\.rawValue))")
        }
        if target == .entry || target == .frames { World.begin() }
        return target
    }()

    /// Runs one input.
    func run(_ bytes: [UInt8]) {
        var feed = Feed(bytes)
        switch self {
        case .entry: EntryTarget.run(&feed)
        case .credential: CredentialTarget.run(&feed)
        case .attempts: AttemptsTarget.run(&feed)
        case .settings: SettingsTarget.run(&feed)
        case .typed: TypedTarget.run(&feed)
        case .frames: FramesTarget.run(&feed)
        case .terminal: TerminalTarget.run(&feed)
        case .stroke: StrokeTarget.run(&feed)
        case .prompt: PromptTarget.run(&feed)
        case .provision: ProvisionTarget.run(&feed)
        case .blocklist: BlocklistTarget.run(&feed)
        case .words: WordsTarget.run(&feed)
        case .stack: StackTarget.run(&feed)
        }
    }
}

/// libFuzzer's way in, see its documentation.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    // SAFETY: libFuzzer gives `count` bytes.
    Target.chosen.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
