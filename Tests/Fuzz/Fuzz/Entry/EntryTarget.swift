import CFuzz

/// The module's entry point, called by the real libpam: arguments, settings, records, attempts, clock, the
/// person's replies and the host's doings are the fuzzer's, and it says which calls fail.
enum EntryTarget {
    /// The run that libpam is in; there is one thread.
    nonisolated(unsafe) private static var judge: EntryJudge?

    static func run(_ feed: inout Feed) {
        fuzz_reset()
        let scene = EntryScene(&feed)
        scene.writeFiles()
        scene.clearOther()
        unsafe judge = EntryJudge(scene)
        fuzz_close_input(scene.hasNoInput)
        authenticate(scene)
        fuzz_close_input(false)
    }

    private static func authenticate(_ scene: EntryScene) {
        guard let user = scene.user else {
            _ = fuzz_authenticate(nil, scene.flags)
            return
        }
        // SAFETY: the C string lives through the call.
        _ = unsafe (user + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
            unsafe fuzz_authenticate(name.baseAddress, scene.flags)
        }
    }

    /// What libpam calls as a module.
    static let steps: @convention(c) (OpaquePointer, CInt) -> CInt = { handle, flags in
        // SAFETY: set before libpam is called; the handle is valid for the call.
        guard var judge = unsafe judge else { return CInt(PAM_SYSTEM_ERR) }
        unsafe judge.run(EntryJudge.Handle(handle), flags)
        return CInt(PAM_SUCCESS)
    }
}
