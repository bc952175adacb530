/// A finger by fprintd's name for it (net.reactivated.Fprint.Device, "fingerprint names").
package enum Finger: String, Sendable, CaseIterable {
    case leftThumb = "left-thumb"
    case leftIndex = "left-index-finger"
    case leftMiddle = "left-middle-finger"
    case leftRing = "left-ring-finger"
    case leftLittle = "left-little-finger"
    case rightThumb = "right-thumb"
    case rightIndex = "right-index-finger"
    case rightMiddle = "right-middle-finger"
    case rightRing = "right-ring-finger"
    case rightLittle = "right-little-finger"

    /// The name with blanks, `right index finger`.
    var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }
}
