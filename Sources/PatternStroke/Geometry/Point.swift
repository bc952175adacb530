/// A place in a view: x to the right, y down, in the view's units.
///
/// Any numbers may come in from outside, also infinite ones and NaN. Those, and places further off
/// than any pointer goes, are nowhere: they hit nothing.
package struct Point: Equatable, Sendable {
    /// Units from the left edge.
    package let x: Double
    /// Units from the top edge.
    package let y: Double

    /// Makes the point with these coordinates.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The greatest coordinate, and the longest side of a view, in units. Far above every screen, and
    /// low enough that crossings come out exact to a millionth of a unit.
    static var limit: Double { 1_000_000 }

    /// Tells whether it is a place; false when a coordinate is NaN, infinite or beyond ``limit``.
    var isPlace: Bool {
        // A comparison with NaN is false.
        abs(x) <= Point.limit && abs(y) <= Point.limit
    }
}
