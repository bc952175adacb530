/// Whether users set patterns of their own without an administrator, as pattern.conf says it. Taking one
/// away is always for root.
package enum SelfServiceRule: Equatable, Sendable {
    /// Always.
    case yes
    /// Only where none is enrolled.
    case first
    /// Never.
    case no
}
