internal import CLinux

/// Owners, modes and names of files, and what a folder holds.
extension System {
    /// Sets owner and group: fchown(2).
    package static func changeOwner(
        of descriptor: borrowing Descriptor, uid: UInt32, gid: UInt32
    ) throws(Errno) {
        let number = descriptor.number
        _ = try result(of: .changeOwner) { linux_fchown(number, uid, gid) }
    }

    /// Sets the permission bits, whatever the umask: fchmod(2).
    package static func changeMode(of descriptor: borrowing Descriptor, to mode: UInt32) throws(Errno) {
        let number = descriptor.number
        _ = try result(of: .changeMode) { linux_fchmod(number, mode) }
    }

    /// Renames a file within a folder, over one that is there: renameat(2).
    package static func rename(
        _ from: borrowing Path, to: borrowing Path, in folder: borrowing Descriptor
    ) throws(Errno) {
        unsafe try rename(.rename, from, to, in: folder) { unsafe linux_renameat($0, $1, $2) }
    }

    /// Renames a file within a folder, unless the new name is there (EEXIST): renameat2(2).
    package static func renameNew(
        _ from: borrowing Path, to: borrowing Path, in folder: borrowing Descriptor
    ) throws(Errno) {
        unsafe try rename(.renameNew, from, to, in: folder) { unsafe linux_rename_new($0, $1, $2) }
    }

    private static func rename(
        _ call: Call, _ from: borrowing Path, _ to: borrowing Path, in folder: borrowing Descriptor,
        _ body: (CInt, UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
    ) throws(Errno) {
        let number = folder.number
        _ = try result(of: call) {
            // SAFETY: both paths are C strings for the length of the call.
            unsafe from.withCString { from in
                unsafe to.withCString { unsafe body(number, from, $0) }
            }
        }
    }

    #if !hasFeature(Embedded)
        /// Opens a new file without a name, for writing: openat(2) with O_TMPFILE. nil where the file system
        /// has none.
        package static func openNameless(
            in folder: borrowing Descriptor, mode: UInt32
        ) throws(Errno) -> Descriptor? {
            let number = folder.number
            do throws(Errno) {
                return Descriptor(
                    owning: try result(of: .openNameless) { linux_open_nameless(number, mode) })
            } catch {
                // EISDIR: a kernel, or a file system in user space, that does not know the flag.
                guard error == .notSupported || error == .isFolder else { throw error }
                return nil
            }
        }

        /// Gives a file its name in a folder, unless that is there (EEXIST): linkat(2).
        package static func name(
            _ file: borrowing Descriptor, _ path: borrowing Path, in folder: borrowing Descriptor
        ) throws(Errno) {
            let (file, folder) = (file.number, folder.number)
            _ = try result(of: .name) {
                // SAFETY: the path is a C string for the length of the call.
                unsafe path.withCString { unsafe linux_name(file, folder, $0) }
            }
        }
    #endif

    /// Removes a file from a folder: unlinkat(2).
    package static func unlink(
        _ path: borrowing Path, in folder: borrowing Descriptor
    ) throws(Errno) {
        let number = folder.number
        // SAFETY: the path is a C string for the length of the call.
        _ = try result(of: .unlink) { unsafe path.withCString { unsafe linux_unlinkat(number, $0) } }
    }

    /// The names in a folder: readdir(3), without `.` and `..`, in no order.
    package static func names(in folder: borrowing Descriptor) throws(Errno) -> [[UInt8]] {
        // The listing gets a descriptor of its own, which closedir(3) closes.
        let number = folder.number
        let copy = try result(of: .duplicate) { linux_duplicate(number, 3) }
        guard let listing = unsafe fdopendir(copy) else {
            _ = close(copy)
            throw .noMemory
        }
        defer { unsafe closedir(listing) }
        unsafe rewinddir(listing)
        var names: [[UInt8]] = []
        var error: CInt = 0
        // SAFETY: the listing is open; a name is a C string until the next call.
        while let name = unsafe linux_next_name(listing, &error) {
            let name = unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map(
                UInt8.init(bitPattern:))
            if !name.span.equals("."), !name.span.equals("..") {
                names.append(name)
            }
        }
        guard error == 0 else { throw Errno(error) }
        return names
    }
}
