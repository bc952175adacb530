internal import CLinux

/// A piece of memory that is wiped when its owner lets go of it.
///
/// By `explicit_bzero`, which a compiler may not leave out, and over all of it, used or not.
/// Public, like ``Secret``, only because Embedded Swift 6.3 finds no deinit of a `package` type.
@safe public struct WipedMemory: ~Copyable {
    /// The first byte; aligned for any type.
    private let base: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let size: Int

    /// Takes zeroed memory; nil when there is none.
    package init?(size: Int) {
        // SAFETY: calloc gives `size` zeroed bytes or nothing.
        guard size > 0, let memory = unsafe calloc(1, size) else { return nil }
        unsafe base = memory
        self.size = size
    }

    deinit {
        // SAFETY: nobody else has the memory.
        unsafe explicit_bzero(base, size)
        unsafe free(base)
    }

    /// The memory, valid as long as this value.
    package var pointer: UnsafeMutableRawPointer {
        unsafe base
    }
}
