internal import Languages

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

    /// What people call it, `right index finger`.
    var words: String {
        switch self {
        case .leftThumb: say("left thumb")
        case .leftIndex: say("left index finger")
        case .leftMiddle: say("left middle finger")
        case .leftRing: say("left ring finger")
        case .leftLittle: say("left little finger")
        case .rightThumb: say("right thumb")
        case .rightIndex: say("right index finger")
        case .rightMiddle: say("right middle finger")
        case .rightRing: say("right ring finger")
        case .rightLittle: say("right little finger")
        }
    }
}
