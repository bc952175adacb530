/// Which patterns nobody may choose, as pattern.conf says it. Checking a pattern knows no list.
package enum BlocklistChoice: Equatable, Sendable {
    /// Any pattern may be chosen.
    case none
    /// The 100 that people choose most are refused.
    case common
    /// Those are, however turned, mirrored or reversed.
    case strict
    /// Those of a file are.
    case file(Path)
}
