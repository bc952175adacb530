/// Who asks for an authentication, and from where.
package struct Caller: Equatable, Sendable {
    /// The real user of the process.
    package let realUser: UInt32
    /// The effective user of the process.
    package let effectiveUser: UInt32
    /// PAM_SERVICE.
    package let service: [UInt8]
    /// Whether PAM_RHOST is there and not empty.
    package let isRemote: Bool

    /// Describes a caller.
    package init(realUser: UInt32, effectiveUser: UInt32, service: [UInt8], isRemote: Bool) {
        self.realUser = realUser
        self.effectiveUser = effectiveUser
        self.service = service
        self.isRemote = isRemote
    }
}

extension Caller {
    /// The user who asks by a service: the real user of the process.
    ///
    /// But since polkit 127 systemd may start its helper for each connection, wholly as root, and the helper
    /// takes whatever name it is told. Who that is then only the kernel knows, of the socket that is its
    /// standard input; where it does not, nobody.
    package static func realUser(of service: Span<UInt8>) -> UInt32 {
        let user = System.realUser
        guard user == 0, service.equals("polkit-1") else { return user }
        do throws(Errno) {
            return try System.userAtStandardInput() ?? user
        } catch {
            return UInt32.max
        }
    }
}
