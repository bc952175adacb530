internal import CLinux

/// An error number of the system, any value included: C's `errno`, see errno(3).
package struct Errno: Error, Equatable, Hashable, Sendable {
    /// The number, positive.
    package let code: CInt

    /// Wraps a positive error number.
    package init(_ code: CInt) {
        self.code = code
    }

    /// `ENOENT`: no such file or folder.
    package static var noSuchFile: Errno { Errno(ENOENT) }
    /// `EACCES`: permission denied.
    package static var accessDenied: Errno { Errno(EACCES) }
    /// `EPERM`: not permitted.
    package static var notPermitted: Errno { Errno(EPERM) }
    /// `EINTR`: interrupted by a signal.
    package static var interrupted: Errno { Errno(EINTR) }
    /// `EAGAIN`: would wait.
    package static var wouldBlock: Errno { Errno(EAGAIN) }
    /// `ENOMEM`: no memory.
    package static var noMemory: Errno { Errno(ENOMEM) }
    /// `EIO`: a device gave less than it had, or failed.
    package static var inputOutput: Errno { Errno(EIO) }
    /// `ELOOP`: a symbolic link where none is followed.
    package static var symbolicLink: Errno { Errno(ELOOP) }
    /// `ERANGE`: a buffer was too small.
    package static var outOfRange: Errno { Errno(ERANGE) }
    /// `ESTALE`: the file was replaced or removed while it was in use.
    package static var stale: Errno { Errno(ESTALE) }
    /// `EOPNOTSUPP`: the file system has no such thing.
    package static var notSupported: Errno { Errno(EOPNOTSUPP) }
    /// `ENOTSOCK`: a descriptor of something else than a socket.
    package static var notASocket: Errno { Errno(ENOTSOCK) }
    /// `EBADF`: a descriptor of nothing.
    package static var notOpen: Errno { Errno(EBADF) }
    /// `EISDIR`: a folder where a file must be.
    package static var isFolder: Errno { Errno(EISDIR) }
    /// `EEXIST`: the file is there already.
    package static var fileExists: Errno { Errno(EEXIST) }
}
