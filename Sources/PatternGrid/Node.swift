/// One dot of a grid, by the number it has there: 1 to N*N, row by row from the top left.
///
/// A node by itself belongs to no grid; ``Grid/contains(_:)`` tells whether a grid has it.
package struct Node: Equatable, Hashable, BitwiseCopyable, Sendable {
    /// The number, 1 to 36 for a node that any grid has.
    package let number: UInt8

    /// Makes the node with this number, whichever grid is meant.
    package init(_ number: UInt8) {
        self.number = number
    }
}
