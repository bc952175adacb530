/// What a pad has to draw on: a view's size, and what its units are.
///
/// A window gives pixels. A terminal gives characters (``aspect`` 2, ``cell`` 1 by 1) or, where it
/// draws with braille, dots (`aspect` 1, `cell` 2 by 4).
package struct Surface: Equatable, Sendable {
    /// The view's sides, in units.
    package let size: Size
    /// How many times as tall as wide a unit is: 1 for pixels, about 2 for characters.
    package let aspect: Double
    /// The size of what screen and pointer can tell apart, a character; nil where that is a unit.
    ///
    /// Nodes then lie in the middle of cells, so that a click on the character that shows a node
    /// hits it, however small the view.
    package let cell: Size?

    /// Describes a view. Whatever numbers these are, see ``PadGeometry/init(grid:surface:)``.
    package init(size: Size, aspect: Double = 1, cell: Size? = nil) {
        self.size = size
        self.aspect = aspect
        self.cell = cell
    }
}
