import CPAM
import PAMModule
import Testing

/// The functions that libpam calls.
struct EntryTests {
    private typealias Entry = (
        OpaquePointer?, CInt, CInt, UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> CInt

    /// Ours are of the types that <security/pam_modules.h> declares, or this does not compile; and a
    /// call by the header's name gets to them.
    @Test func areThoseOfTheHeader() {
        var authenticate: Entry = unsafe pam_sm_authenticate
        #expect(unsafe authenticate(nil, 0, 0, nil) == PAM_SYSTEM_ERR, "without a handle")
        unsafe authenticate = pamAuthenticate
        #expect(unsafe authenticate(nil, 0, 0, nil) == PAM_SYSTEM_ERR)
        var setCredentials: Entry = unsafe pam_sm_setcred
        #expect(unsafe setCredentials(nil, 0, 0, nil) == PAM_SUCCESS)
        unsafe setCredentials = pamSetCredentials
        #expect(unsafe setCredentials(nil, 0, 0, nil) == PAM_SUCCESS)
    }

    /// sudo, su and sshd each call it at another time, with other flags; it never fails and never ignores.
    @Test(arguments: [0, CInt.min, CInt.max, -1])
    func setCredentialsIsAlwaysSuccess(flags: CInt) {
        #expect(pamSetCredentials(handle: nil, flags: flags, count: 3, arguments: nil) == PAM_SUCCESS)
    }
}
