internal import CLinux
internal import CommandSupport
internal import PatternGrid

/// Where there is no display: the program for terminals takes over this process.
package enum Fallback {
    /// A compiled-in path: PATH is the caller's.
    static let path = "/usr/bin/pattern-pad"

    /// The arguments that make it ask for the same; nil where there is nothing to ask.
    package static func words(for request: Request, _ options: PadOptions) -> [String]? {
        switch request {
        case .pattern(let prompt) where prompt.takesPassword: text(prompt.title + ": ", prompt.message)
        case .pattern: options.words + ["--password"]
        case .enrolment: options.words
        case .text(let prompt, let message): text(prompt + " ", message)
        // ssh takes an empty answer for consent, and a terminal gives one for a stray Enter.
        case .confirmation, .notice: nil
        }
    }

    private static func text(_ prompt: String, _ message: String?) -> [String] {
        ["--text", "--prompt=\(prompt)"] + (message.map { ["--message=\($0)"] } ?? [])
    }

    /// Becomes it. Comes back only when that fails.
    static func run(_ words: [String]) {
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 2)
        for (index, word) in ([path] + words).enumerated() {
            // SAFETY: there is room for the path, all words and a null.
            unsafe (list + index).initialize(to: word.withCString { unsafe strdup($0) })
        }
        unsafe (list + words.count + 1).initialize(to: nil)
        // SAFETY: the list ends with a null, as execv(3) expects.
        _ = unsafe execv(path, list)
    }
}
