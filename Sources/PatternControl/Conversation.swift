internal import CLinux
internal import CPAM
internal import Languages
internal import PatternGrid
internal import PatternVault

/// A PAM conversation: prompts go to the terminal, or are answered by a line that was given.
final class Conversation {
    /// Why a prompt was not answered; nil when all were.
    private(set) var ending: Failure?
    private var line: Secret?
    private let drawing: Drawing?
    /// Why nobody can be asked.
    private let unanswered: Failure
    private let mayAsk: Bool

    /// How a prompt that asks for a pattern is drawn.
    struct Drawing {
        /// The prompt that pattern.conf sets.
        let prompt: String?
        /// How typed symbols name nodes.
        let keypad: Keypad
    }

    /// The one of `verify`: reads the one line of standard input, unless a person types there.
    ///
    /// - Parameter drawing: nil to type.
    init(drawing: Drawing?) throws(Failure) {
        self.drawing = drawing
        mayAsk = Input.isTerminal
        unanswered = Failure(.refused, say("no terminal to ask on; give one line on standard input"))
        guard !Input.isTerminal else {
            line = nil
            return
        }
        var input = try Input()
        line = try input.onlyLine()
    }

    /// The one for a password: answers the first prompt with it, where it is given, and else asks on the
    /// terminal, whatever standard input is.
    init(password: consuming Secret?) {
        line = password
        drawing = nil
        mayAsk = true
        unanswered = Failure(.refused, say("no terminal to ask for the password on; nothing was changed"))
    }

    /// Authenticates a user for a service: pam_start(3), pam_authenticate(3), pam_end(3); then, if told
    /// so, sees whether the account may be used: pam_acct_mgmt(3).
    func authenticate(
        service: String, user: [UInt8], checksAccount: Bool = false
    ) throws(Failure) -> CInt {
        // SAFETY: PAM calls back only until pam_end, while `self` is alive.
        var conversation = unsafe pam_conv(
            conv: { count, messages, replies, context in
                guard let context = unsafe context, let messages = unsafe messages,
                    let replies = unsafe replies
                else { return PAM_CONV_ERR }
                let conversation = unsafe Unmanaged<Conversation>.fromOpaque(context).takeUnretainedValue()
                return unsafe conversation.answer(count, messages, replies)
            }, appdata_ptr: Unmanaged.passUnretained(self).toOpaque())
        var handle: OpaquePointer?
        let name = String(decoding: user, as: UTF8.self)
        var code = unsafe pam_start(service, name, &conversation, &handle)
        guard code == PAM_SUCCESS, let handle = unsafe handle else {
            throw Failure(.unusable, say("PAM can't be started (%1)", text(of: code)))
        }
        code = unsafe pam_authenticate(handle, 0)
        if code == PAM_SUCCESS, checksAccount { code = unsafe pam_acct_mgmt(handle, 0) }
        unsafe pam_end(handle, code)
        return code
    }

    /// The words of libpam for a code: pam_strerror(3).
    func text(of code: CInt) -> String {
        unsafe pam_strerror(nil, code).map { unsafe String(cString: $0) } ?? "code \(code)"
    }

    private typealias Messages = UnsafeMutablePointer<UnsafePointer<pam_message>?>
    private typealias Replies = UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>

    private func answer(_ count: CInt, _ messages: Messages, _ replies: Replies) -> CInt {
        guard count > 0, count <= PAM_MAX_NUM_MSG else { return PAM_CONV_ERR }
        let size = unsafe MemoryLayout<pam_response>.stride
        // SAFETY: calloc gives `count` zeroed replies, which PAM frees.
        guard let memory = unsafe calloc(Int(count), size) else { return PAM_BUF_ERR }
        let answers = unsafe memory.bindMemory(to: pam_response.self, capacity: Int(count))
        for index in 0..<Int(count) {
            // SAFETY: PAM gives `count` messages.
            guard let message = unsafe messages[index] else { continue }
            let text = unsafe message.pointee.msg.map { unsafe String(cString: $0) } ?? ""
            let style = unsafe message.pointee.msg_style
            switch style {
            case PAM_PROMPT_ECHO_OFF, PAM_PROMPT_ECHO_ON:
                guard let answer = reply(to: text) else {
                    unsafe discard(answers, index)
                    return PAM_CONV_ERR
                }
                unsafe answers[index].resp = answer.withCString { unsafe strdup($0) }
            default:
                Output.complain(text)
            }
        }
        unsafe replies.pointee = answers
        return PAM_SUCCESS
    }

    /// Asks the person, or takes the line that was given; nil when there is no answer.
    private func reply(to prompt: String) -> Secret? {
        if let given = line.take() { return given }
        guard mayAsk, let terminal = Terminal() else {
            ending = ending ?? unanswered
            return nil
        }
        switch draw(prompt) {
        case .pattern(let text): return text
        case .cancelled:
            ending = Failure(.interrupted, say("cancelled"))
            return nil
        case .unavailable: break
        }
        do throws(Terminal.Ending) {
            return try terminal.ask(prompt)
        } catch {
            ending = Failure(error)
            return nil
        }
    }

    private func draw(_ text: String) -> PadProgram.Answer {
        // A password can't be drawn.
        guard let drawing, let prompt = PatternPrompt(text, custom: drawing.prompt), !prompt.takesPassword
        else { return .unavailable }
        var words = [
            "--grid=\(prompt.grid.side)", "--keypad=\(drawing.keypad.name)", "--prompt=\(prompt.title)",
        ]
        if let message = prompt.message { words.append("--message=\(message)") }
        return PadProgram.run(words)
    }

    private func discard(_ answers: UnsafeMutablePointer<pam_response>, _ count: Int) {
        for index in 0..<count {
            // SAFETY: each answer was made by strdup or is null.
            guard let text = unsafe answers[index].resp else { continue }
            unsafe explicit_bzero(text, strlen(text))
            unsafe free(text)
        }
        unsafe free(answers)
    }
}
