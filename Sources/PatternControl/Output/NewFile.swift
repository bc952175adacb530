import PatternVault

/// A file that holds a secret: new, for its owner alone, and whole or not there.
enum NewFile {
    /// Makes it; one that is there stays as it is (EEXIST).
    ///
    /// It gets its name when all of it is on the disk, so that a kill leaves nothing. Where the file system
    /// has no files without a name, what fails half-way is taken away from the very folder that it was made
    /// in, whatever the path leads to by then.
    static func create(_ path: Path, _ text: [UInt8]) throws(Errno) {
        let (parent, name) = path.parts ?? (Path("."), path)
        // The folder itself may be a symbolic link; the file in it may not.
        let folder = try System.open(parent.appending("."), flags: .folder)
        if let file = try System.openNameless(in: folder, mode: 0o600) {
            try fill(file, text)
            try System.name(file, name, in: folder)
            return
        }
        let file = try System.open(name, below: folder, flags: .createNew, mode: 0o600)
        do throws(Errno) {
            try fill(file, text)
        } catch {
            // Nothing may hide the first error.
            try? System.unlink(name, in: folder)
            throw error
        }
    }

    private static func fill(_ file: borrowing Descriptor, _ text: [UInt8]) throws(Errno) {
        // Whatever the umask has left of it.
        try System.changeMode(of: file, to: 0o600)
        try System.write(text.span, to: file)
        try System.sync(file)
    }
}
