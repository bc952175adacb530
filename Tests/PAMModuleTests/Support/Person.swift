import CPAM
import Foundation

/// What somebody answers to a prompt.
enum Answer: Sendable {
    /// With a text.
    case text(String)
    /// By a conversation that succeeds and brings none.
    case nothing
    /// By one that fails with this code.
    case code(CInt)
}

/// Who answers the prompts of a host, and what they were asked and told.
final class Person {
    private var answers: [Answer]
    private(set) var prompts: [String] = []
    private(set) var texts: [String] = []

    /// Makes one who gives these answers in turn.
    init(_ answers: [Answer]) {
        self.answers = answers
    }

    fileprivate func answer(_ prompt: String) -> Answer {
        prompts.append(prompt)
        return answers.isEmpty ? .code(PAM_CONV_ERR) : answers.removeFirst()
    }

    fileprivate func hear(_ text: String) {
        texts.append(text)
    }
}

/// The conversation of pam_conv(3), for a ``Person`` as its data.
func answer(
    count: CInt, messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
    replies: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, data: UnsafeMutableRawPointer?
) -> CInt {
    guard let data = unsafe data, let messages = unsafe messages, let replies = unsafe replies,
        let made = unsafe calloc(Int(count), MemoryLayout<pam_response>.stride)
    else { return PAM_BUF_ERR }
    // SAFETY: the data is what pam_start was given; there are `count` messages, and as many replies.
    let person = unsafe Unmanaged<Person>.fromOpaque(data).takeUnretainedValue()
    let responses = unsafe made.bindMemory(to: pam_response.self, capacity: Int(count))
    for index in 0..<Int(count) {
        guard let message = unsafe messages[index], let text = unsafe message.pointee.msg else { continue }
        if unsafe message.pointee.msg_style == PAM_TEXT_INFO {
            unsafe person.hear(String(cString: text))
            continue
        }
        switch unsafe person.answer(String(cString: text)) {
        case .text(let typed): unsafe responses[index].resp = unsafe strdup(typed)
        case .nothing: break
        case .code(let code):
            unsafe free(made)
            return code
        }
    }
    unsafe replies.pointee = unsafe responses
    return PAM_SUCCESS
}
