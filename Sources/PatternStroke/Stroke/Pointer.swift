/// What presses and moves: the mouse, or one of several fingers.
package struct Pointer: Equatable, Sendable {
    /// The toolkit's number for it, whatever that is; the same from press to release.
    package let number: UInt

    /// Makes the pointer that a toolkit knows by this number.
    package init(_ number: UInt) {
        self.number = number
    }

    /// The only pointer, where there is one.
    package static var mouse: Pointer { Pointer(0) }
}
