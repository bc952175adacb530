internal import CLinux

/// An open file descriptor, closed when its owner lets go of it.
///
/// Always close-on-exec and above 2: a host may have closed 0 to 2, and what then opened there would
/// be taken for its terminal.
public struct Descriptor: ~Copyable {
    /// The number, for calls that are made elsewhere; valid as long as this value.
    package let number: CInt

    /// Takes over an open descriptor.
    init(owning number: CInt) {
        self.number = number
    }

    deinit {
        // close(2) frees the descriptor even where it reports an error, so there is nothing to retry.
        _ = close(number)
    }
}
