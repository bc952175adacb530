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
