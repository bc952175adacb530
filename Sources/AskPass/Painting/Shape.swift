package import PatternStroke

/// Something to paint.
package enum Shape: Equatable, Sendable {
    /// A line through points, round at its corners and ends.
    case line([Point], width: Double, Colour)
    /// A disc around a point.
    case disc(Point, radius: Double, Colour)
    /// A circle around a point, this wide.
    case ring(Point, radius: Double, width: Double, Colour)
}
