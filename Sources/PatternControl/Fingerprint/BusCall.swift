/// A method that is called on fprintd, see its interfaces net.reactivated.Fprint.Manager and .Device.
package enum BusCall: Equatable, Sendable {
    /// Which readers there are: paths of devices.
    case devices
    /// Which fingers of an account a device knows: their names.
    case fingers(device: String, user: String)

    /// Where fprintd's devices are; below it are names of letters, digits and underscores.
    private static let folder = "/net/reactivated/Fprint/Device/"

    /// Whether the path of a device is one that fprintd gives.
    static func isDevice(_ path: String) -> Bool {
        let name = path.utf8.dropFirst(folder.utf8.count)
        return path.hasPrefix(folder) && (1...64).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The words of dbus-send(1) for it, behind its options.
    var words: [String] {
        switch self {
        case .devices:
            ["/net/reactivated/Fprint/Manager", "net.reactivated.Fprint.Manager.GetDevices"]
        case .fingers(let device, let user):
            [device, "net.reactivated.Fprint.Device.ListEnrolledFingers", "string:\(user)"]
        }
    }
}
