import CPAM
import Foundation
import PAMHost

/// A PAM application with a stack of its own, under the real libpam, which calls the module's sources by
/// the lines that ``line(_:)`` makes.
struct Host {
    /// The lines of the stack, without their `auth`.
    let stack: [String]
    /// Whom it authenticates; nil to let libpam ask.
    var user: String? = PatternStore.account.name
    /// What the person answers, in turn; then the conversation fails.
    var answers: [Answer] = []
    /// PAM_RHOST and the like.
    var items: [CInt: String] = [:]
    /// PAM_SILENT or none.
    var flags: CInt = 0
    /// Whether there is a function that asks.
    var hasConversation = true
    /// The effective user of the process during the call; another than root's in a process of its own alone.
    var effectiveUser: uid_t = 0
    /// PAM_SERVICE.
    var service = "pattern-test"

    /// What came of a call.
    struct Outcome {
        /// The code of the whole stack.
        let code: CInt
        /// What was asked, in order.
        let prompts: [String]
        /// What was told.
        let texts: [String]
        /// The lines of the log, each with its priority in front.
        let log: [String]
        /// The delay that was asked for, in microseconds.
        let delay: UInt32
        /// The PAM_AUTHTOK that a line of ``tokenLine`` saw.
        let token: String?
    }

    private typealias Entry =
        @convention(c) (
            OpaquePointer?, CInt, CInt, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt

    /// A line's module and arguments, behind the control: the module's entry point.
    static func line(_ arguments: [String]) -> String {
        unsafe line(pam_sm_authenticate, arguments)
    }

    /// A line that notes PAM_AUTHTOK and is ignored.
    static var tokenLine: String { unsafe "optional \(line(pam_host_note_token, []))" }

    private static func line(_ entry: Entry, _ arguments: [String]) -> String {
        // The module of Tests/PAMDoor, which lies beside the tests.
        let door = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "libpam-door.so").path
        let address = unsafe String(unsafeBitCast(entry, to: UInt.self), radix: 16)
        return ([door, address] + arguments).joined(separator: " ")
    }

    /// Makes the call, or several on one handle; gives the code of the last.
    func authenticate(times: Int = 1) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pattern-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(stack.map { "auth \($0)\n" }.joined().utf8).write(to: folder.appending(path: service))

        let person = Person(answers)
        return try withExtendedLifetime(person) {
            var conversation = unsafe pam_conv(
                conv: hasConversation ? answer : nil, appdata_ptr: Unmanaged.passUnretained(person).toOpaque()
            )
            var handle: OpaquePointer?
            // SAFETY: the strings are copied, and the person lives on until pam_end.
            guard
                unsafe pam_start_confdir(service, user, &conversation, folder.path, &handle) == PAM_SUCCESS,
                let handle = unsafe handle
            else { throw Failure() }
            pam_host_begin()
            for (type, text) in items { _ = unsafe pam_set_item(handle, type, text) }
            var code = PAM_SUCCESS
            if effectiveUser != 0 { seteuid(effectiveUser) }
            for _ in 0..<times { code = unsafe pam_authenticate(handle, flags) }
            if effectiveUser != 0 { seteuid(0) }
            _ = unsafe pam_end(handle, code)
            return unsafe Outcome(
                code: code, prompts: person.prompts, texts: person.texts,
                log: String(cString: pam_host_log()).split(separator: "\n").map(String.init),
                delay: pam_host_delay(), token: pam_host_token().map { unsafe String(cString: $0) })
        }
    }

    private struct Failure: Error {}
}
