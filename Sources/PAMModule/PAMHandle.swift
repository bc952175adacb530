internal import CPAM
internal import PatternVault

/// The PAM handle of one call: what libpam tells and does for the module.
@safe struct PAMHandle {
    private let handle: OpaquePointer

    /// Wraps libpam's handle, valid for the length of one call of the module.
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// What the person's reply to a prompt was.
    enum Reply: ~Copyable {
        case text(Secret)
        /// The conversation failed, was cancelled or brought no text.
        case cancelled
        /// The conversation wants the whole call again: PAM_CONV_AGAIN.
        case again
        case noMemory
    }

    /// Why there is no user name.
    enum NameFailure: Error {
        case cancelled, again, unknown
    }

    /// The name of the account to authenticate, as typed or set: pam_get_user(3), which may ask.
    func userName() throws(NameFailure) -> [UInt8] {
        var name: UnsafePointer<CChar>?
        // SAFETY: libpam keeps the string until the handle's user changes.
        let code = unsafe pam_get_user(handle, &name, nil)
        guard code == PAM_SUCCESS else {
            switch code {
            case PAM_CONV_AGAIN: throw .again
            case PAM_CONV_ERR: throw .cancelled
            default: throw .unknown
            }
        }
        guard let name = unsafe name else { throw .unknown }
        return unsafe PAMHandle.bytes(of: name)
    }

    /// A text item such as PAM_RHOST: pam_get_item(3). Empty where there is none.
    func item(_ type: CInt) -> [UInt8] {
        var item: UnsafeRawPointer?
        // SAFETY: for the types asked here the item is a C string or null.
        guard unsafe pam_get_item(handle, type, &item) == PAM_SUCCESS, let item = unsafe item else {
            return []
        }
        return unsafe PAMHandle.bytes(of: item.assumingMemoryBound(to: CChar.self))
    }

    /// The name that logged in on this terminal, as pam_unix logs it.
    func loginName() -> [UInt8] {
        guard let name = unsafe pam_modutil_getlogin(handle) else { return [] }
        return unsafe PAMHandle.bytes(of: name)
    }

    /// Asks with a prompt, without echo.
    func ask(_ prompt: [UInt8]) -> Reply {
        guard hasConversation else { return .cancelled }
        var reply: UnsafeMutablePointer<CChar>?
        let code = unsafe PAMHandle.withCString(prompt) { unsafe cpam_ask(handle, $0, &reply) }
        // Taken even when the code is an error, so that what was typed is wiped in any case.
        let text = unsafe reply.map { unsafe Secret(taking: $0) }
        switch code {
        case PAM_SUCCESS:
            guard let text else { return .cancelled }
            guard let text else { return .noMemory }
            return .text(text)
        case PAM_CONV_AGAIN: return .again
        case PAM_BUF_ERR: return .noMemory
        default: return .cancelled
        }
    }

    /// Tells the person something: pam_info(3).
    func inform(_ line: Line) {
        guard hasConversation else { return }
        _ = unsafe PAMHandle.withCString(line.bytes) { unsafe cpam_inform(handle, $0) }
    }

    /// Keeps an account's uid for the line that is reached after the password, until this call ends.
    ///
    /// In PAM_OLDAUTHTOK, which means nothing where nobody changes a password: libpam clears it when
    /// pam_authenticate(3) begins and ends. Data of pam_set_data(3) would stay as long as the handle, for a later
    /// call in which something else than the password leads to that line.
    func keep(_ uid: UInt32) {
        var text = Line(PAMHandle.keptName)
        text.add(Int(uid))
        _ = unsafe PAMHandle.withCString(text.bytes) { unsafe pam_set_item(handle, PAM_OLDAUTHTOK, $0) }
    }

    /// Forgets what was kept.
    func forget() {
        _ = unsafe pam_set_item(handle, PAM_OLDAUTHTOK, nil)
    }

    /// The uid that was kept in this call, nil when none was.
    var keptUser: UInt32? {
        var item: UnsafeRawPointer?
        // SAFETY: the item is a C string or null, and stays as it is while it is read. It is not copied: what
        // another module may have put there is a password.
        guard unsafe pam_get_item(handle, PAM_OLDAUTHTOK, &item) == PAM_SUCCESS, let item = unsafe item else {
            return nil
        }
        let count = unsafe strlen(item.assumingMemoryBound(to: CChar.self))
        let text = unsafe Span<UInt8>(_unsafeStart: item.assumingMemoryBound(to: UInt8.self), count: count)
        guard text.starts(with: PAMHandle.keptName) else { return nil }
        let number = text.extracting(PAMHandle.keptName.utf8CodeUnitCount..<count)
        return number.decimal(limit: Int(UInt32.max)).map { UInt32(truncatingIfNeeded: $0) }
    }

    private static var keptName: StaticString { "pam_pattern uid=" }

    /// Makes typed text the password for the next module: PAM_AUTHTOK, which libpam copies and wipes.
    func forward(_ text: borrowing Secret) {
        _ = unsafe text.withCString { unsafe pam_set_item(handle, PAM_AUTHTOK, $0) }
    }

    /// Asks libpam to delay the answer when the whole stack fails: pam_fail_delay(3).
    func delayFailure(microseconds: UInt32) {
        _ = unsafe pam_fail_delay(handle, microseconds)
    }

    /// Writes a line to the system's log.
    func log(_ priority: CInt, _ line: Line) {
        _ = unsafe PAMHandle.withCString(line.bytes) { text in
            unsafe cpam_syslog(handle, priority, text)
            return 0
        }
    }

    /// Copies a C string.
    static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        // SAFETY: a C string ends in NUL, and is copied before this returns.
        unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Whether the host set a conversation; without one libpam would log an error of its own.
    private var hasConversation: Bool {
        var item: UnsafeRawPointer?
        // SAFETY: PAM_CONV is a `struct pam_conv` or null.
        guard unsafe pam_get_item(handle, PAM_CONV, &item) == PAM_SUCCESS, let item = unsafe item else {
            return false
        }
        return unsafe item.assumingMemoryBound(to: pam_conv.self).pointee.conv != nil
    }

    /// Calls with bytes as a C string.
    private static func withCString(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> CInt
    ) -> CInt {
        unsafe (bytes + [0]).withUnsafeBytes { buffer in
            // SAFETY: the array is not empty and ends in NUL.
            guard let base = buffer.baseAddress else { return PAM_BUF_ERR }
            return unsafe body(base.assumingMemoryBound(to: CChar.self))
        }
    }
}
