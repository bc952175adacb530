import CFuzz
import PatternGrid
import TestSupport

/// Calls the entry point as a scene has it, and says after each call whether what must hold does.
struct EntryJudge {
    /// libpam's handle, valid for the length of a call.
    @safe struct Handle {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
    }

    private let scene: EntryScene
    private var user: [UInt8]?
    /// Whose wrong tries the strong line may forgive now.
    private var forgivable: Set<UInt32> = []
    private var token: [UInt8]?

    init(_ scene: EntryScene) {
        self.scene = scene
        user = scene.user
    }

    /// All steps of the scene on libpam's handle.
    mutating func run(_ handle: Handle, _ flags: CInt) {
        set(handle, PAM_RHOST, scene.remoteHost)
        set(handle, PAM_SERVICE, scene.service)
        for step in scene.steps {
            switch step {
            case .rename(let name):
                user = name
                set(handle, PAM_USER, name)
            case .wait(let milliseconds): World[FUZZ_MILLISECONDS] += milliseconds
            case .pattern: call(handle, flags, scene.arguments, isStrong: scene.isStrongAnyway)
            case .strong: call(handle, flags, scene.strongArguments, isStrong: true)
            }
        }
    }

    private func set(_ handle: Handle, _ item: CInt, _ text: [UInt8]?) {
        // SAFETY: the handle is valid, and the text lives through the call.
        unsafe fuzz_set_item(handle.pointer, item, text, text?.count ?? 0)
    }

    private mutating func call(_ handle: Handle, _ flags: CInt, _ arguments: [[UInt8]], isStrong: Bool) {
        World.put(FUZZ_ARGUMENTS, all: arguments)
        for number in [FUZZ_FAULTS, FUZZ_ABSENT, FUZZ_WAITED, FUZZ_CRYPTS, FUZZ_INFORMED, FUZZ_DELAYS] {
            World[number] = 0
        }
        let before = EntryOutcome.Files(scene)
        let (prompts, answered) = (World[FUZZ_PROMPTS], World[FUZZ_ANSWERED])
        let start = World[FUZZ_MILLISECONDS]
        let code = unsafe fuzz_call(handle.pointer, flags)
        let outcome = EntryOutcome(
            scene: scene, user: user, isStrong: isStrong, code: code, before: before,
            after: EntryOutcome.Files(scene),
            start: start, prompts: World[FUZZ_PROMPTS] - prompts, answers: World[FUZZ_ANSWERED] - answered)
        if World.isShown { print(outcome.summary) }
        outcome.check(forgivable: forgivable)
        checkToken(handle, outcome)
        // A strong line uses up what the line before it kept. Without memory for anything both may leave it.
        if code != PAM_BUF_ERR { forgivable = [] }
        if !isStrong, code != PAM_SUCCESS, let uid = EntryOutcome.uid(of: user) { forgivable.insert(uid) }
    }

    /// PAM_AUTHTOK is touched by `forward_pass` alone, and never by a right pattern.
    private mutating func checkToken(_ handle: Handle, _ outcome: EntryOutcome) {
        // SAFETY: the handle is valid.
        if unsafe fuzz_token_is(handle.pointer, token, token?.count ?? 0) { return }
        claim(scene.mentions("forward_pass"), "PAM_AUTHTOK stays as it was")
        claim(outcome.code != PAM_SUCCESS, "a right pattern is not handed on")
        let reply = outcome.reply
        // SAFETY: the handle is valid.
        claim(unsafe fuzz_token_is(handle.pointer, reply, reply.count), "only the last reply is handed on")
        token = reply
    }
}
