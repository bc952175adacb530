// For programs; the module and the checker start nothing with words.
#if !hasFeature(Embedded)
    internal import CLinux

    extension Child {
        /// Starts a program with these words, its name first, as ``start(_:input:)`` does, but with nothing to
        /// read, and with what it writes to standard error among its output.
        package static func start(_ path: Path, words: [String]) throws(Errno) -> Child {
            let nothing: [UInt8] = []
            let given = try filledPipe(nothing.span)
            let answered = try System.pipe()
            let process = try System.spawn(path, words: words, input: given, output: answered.start)
            return Child(output: answered.end, process: process, handle: linux_pidfd_open(process))
        }
    }
#endif
