internal import CLinux

/// The heap, asked before Swift takes from it.
package enum Memory {
    /// Tells whether malloc(3) has `size` bytes to give now.
    package static func isAvailable(_ size: Int) -> Bool {
        linux_has_memory(size)
    }
}
