/// A width and a height, in a view's units.
package struct Size: Equatable, Sendable {
    /// Units across.
    package let width: Double
    /// Units down.
    package let height: Double

    /// Makes the size with these sides.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The same shape, so many times as large.
    func scaled(by factor: Double) -> Size {
        Size(width: width * factor, height: height * factor)
    }

    /// Tells whether both sides are numbers that a view, or a part of one, can have.
    var isUsable: Bool {
        let range = 1...Point.limit
        return range.contains(width) && range.contains(height)
    }
}
