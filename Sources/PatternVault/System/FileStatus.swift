internal import CLinux

/// What fstat(2) tells of an open file, as far as anything here asks.
package struct FileStatus: Equatable, Sendable {
    /// What kind of file it is.
    package enum Kind: Equatable, Sendable {
        case regular
        case folder
        case other
    }

    /// Regular, folder or anything else.
    package let kind: Kind
    /// Owner.
    package let uid: UInt32
    /// Group.
    package let gid: UInt32
    /// Permission bits with setuid, setgid and sticky, 0 to 0o7777.
    package let mode: UInt32
    /// Size in bytes.
    package let size: Int
    /// Number of the device, as makedev(3) makes it.
    package let device: UInt64
    /// Number of the file on its device.
    package let inode: UInt64
    /// Number of names (hard links).
    package let links: UInt

    init(_ status: stat) {
        kind =
            linux_is_regular(status.st_mode)
            ? .regular : linux_is_folder(status.st_mode) ? .folder : .other
        uid = status.st_uid
        gid = status.st_gid
        mode = status.st_mode & 0o7777
        size = Int(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        links = UInt(status.st_nlink)
    }
}
