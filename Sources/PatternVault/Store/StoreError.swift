/// What is wrong with the store, and where.
///
/// Any of these refuses the pattern; none is ever taken for "not enrolled".
package struct StoreError: Error, Equatable, Sendable {
    /// The part of the store that was looked at.
    package enum Place: Equatable, Sendable {
        case store, credentials, credential, attemptsFolder, attempts, audit
    }

    /// What was found there.
    package enum Problem: Equatable, Sendable {
        /// A system call failed.
        case system(Errno)
        /// Not a folder where one must be, or not a regular file.
        case kind
        /// Owned by somebody else than the store's owner.
        case owner
        /// A group other than that of the folder.
        case group
        /// More permission than it may give.
        case mode
        /// More than one name (a hard link).
        case links
        /// Empty, too long, or grown while it was read.
        case size
        /// Not a record of this version.
        case format
        /// A record of another uid or name than the account's.
        case account
        /// A lock that another process holds, for longer than one call waits.
        case busy
        /// A limit on file sizes (RLIMIT_FSIZE) that is too low to write to it.
        case sizeLimit
        /// A hash of a method that is not safe to check.
        case unknownMethod
    }

    /// Where.
    package let place: Place
    /// What.
    package let problem: Problem

    /// Names a problem and its place.
    package init(_ place: Place, _ problem: Problem) {
        self.place = place
        self.problem = problem
    }

    /// The words for a log line or a message.
    package var text: [UInt8] {
        var line = Line()
        switch place {
        case .store: line.add("store folder ")
        case .credentials: line.add("credentials folder ")
        case .credential: line.add("credential ")
        case .attemptsFolder: line.add("attempts folder ")
        case .attempts: line.add("attempts ")
        case .audit: line.add("audit's state ")
        }
        switch problem {
        case .system(let error):
            line.add("can't be used: ")
            line.add(error)
        case .kind: line.add("is no regular file or folder")
        case .owner: line.add("has a wrong owner")
        case .group: line.add("has a wrong group")
        case .mode: line.add("has a wrong mode")
        case .links: line.add("has more than one name")
        case .size: line.add("has a wrong size")
        case .format: line.add("is damaged")
        case .account: line.add("is that of another account")
        case .busy: line.add("is kept locked by another process")
        case .sizeLimit: line.add("can't be written: the file size limit is too low")
        case .unknownMethod: line.add("has a hash of an unknown method")
        }
        return line.bytes
    }
}
