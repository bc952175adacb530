internal import CPAM

/// The arguments of the module's line, as libpam passes them.
private typealias ArgumentVector = UnsafeMutablePointer<UnsafePointer<CChar>?>

/// Authenticates by pattern: pam_sm_authenticate(3).
///
/// - Returns: a code of `codes`, see ``PAMCode``; PAM_SYSTEM_ERR without a handle.
@_cdecl("pam_sm_authenticate")
public func pamAuthenticate(
    handle: OpaquePointer?, flags: CInt, count: CInt,
    arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
    // SAFETY: libpam's handle is valid for the call, and `arguments` holds `count` C strings.
    guard let handle = unsafe handle else { return PAM_SYSTEM_ERR }
    let host = unsafe PAMHandle(handle)
    return unsafe Authentication(
        host: host, isSilent: flags & CInt(bitPattern: PAM_SILENT) != 0,
        arguments: strings(arguments, count: count)
    ).run()
}

/// Sets no credentials: pam_sm_setcred(3).
///
/// It is there and says PAM_SUCCESS, because without it, or with PAM_IGNORE, libpam fails a whole
/// stack in which this module alone succeeded.
@_cdecl("pam_sm_setcred")
public func pamSetCredentials(
    handle: OpaquePointer?, flags: CInt, count: CInt,
    arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
    PAM_SUCCESS
}

/// Copies libpam's arguments.
private func strings(_ arguments: ArgumentVector?, count: CInt) -> [[UInt8]] {
    var strings: [[UInt8]] = []
    guard let arguments = unsafe arguments else { return strings }
    for index in 0..<max(Int(count), 0) {
        // SAFETY: the vector has `count` entries, each a C string.
        guard let argument = unsafe arguments[index] else { continue }
        unsafe strings.append(PAMHandle.bytes(of: argument))
    }
    return strings
}
