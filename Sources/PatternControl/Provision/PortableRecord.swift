internal import PatternGrid
internal import PatternVault

/// A credential on its way from one machine to another: without a uid, since each machine has its own.
///
/// It is one line, four fields with colons between them, as in passwd(5); none of them can hold one:
/// ```
/// alice:3x3:1764486000:$y$j9T$...
/// ```
/// That is the account's name, the grid, the time of enrolment in seconds since 1970, the hash.
struct PortableRecord: Equatable {
    /// Why a line is refused.
    enum Flaw: Error, Equatable {
        case fields, name, grid, time, method, hash, cost, carriageReturn

        /// The words behind the line's number.
        var reason: String {
            switch self {
            case .fields: "damaged: needs name, grid, time and hash with colons between them"
            case .name: "damaged: that is no user's name"
            case .grid: "damaged: the grid is none of 3x3 to 6x6"
            case .time: "damaged: the time is no whole number"
            case .method:
                "the hash is of an unknown method; known are yescrypt, gost-yescrypt, scrypt, sha512crypt, sha256crypt"
            case .hash: "damaged: the hash is not whole"
            case .cost:
                "the hash takes more than 10 s or 1 GiB to check, or has parameters that can't be told"
            case .carriageReturn: "damaged: ends with a carriage return; lines end with a line feed alone"
            }
        }
    }

    /// The account's name.
    let name: [UInt8]
    /// The grid that the pattern is on.
    let grid: Grid
    /// When it was enrolled.
    let enrolled: Int
    /// The hash of the canonical text.
    let hash: PatternHash

    /// Takes what goes with the account to other machines.
    init(_ credential: Credential) {
        name = credential.name
        grid = credential.grid
        enrolled = credential.enrolled
        hash = credential.hash
    }

    /// Reads a line without its line feed; anything but exactly the form above is a flaw.
    init(parsing line: Span<UInt8>) throws(Flaw) {
        guard line.isEmpty || line[line.count - 1] != UInt8(ascii: "\r") else { throw .carriageReturn }
        var fields = Pieces(of: line, separator: UInt8(ascii: ":"))
        guard let name = fields.next(), let grid = fields.next(), let enrolled = fields.next(),
            let hash = fields.next(), fields.next() == nil
        else { throw .fields }
        guard Credential.isName(name) else { throw .name }
        guard let grid = Grid(named: grid) else { throw .grid }
        guard let enrolled = enrolled.decimal(limit: Int.max) else { throw .time }
        guard let known = PatternHash(hash) else { throw .method }
        guard known.isWhole else { throw .hash }
        guard known.isBearable else { throw .cost }
        self.name = name.array
        self.grid = grid
        self.enrolled = enrolled
        self.hash = known
    }

    /// The line, with its line feed.
    var line: [UInt8] {
        var line = Line()
        line.add(name)
        line.add(":")
        line.add(Array(grid.text.utf8))
        line.add(":")
        line.add(enrolled)
        line.add(":")
        line.add(hash.bytes)
        line.add("\n")
        return line.bytes
    }

    /// The credential that it is for an account of this machine.
    func credential(of account: Account) -> Credential {
        Credential(uid: account.uid, name: account.name, grid: grid, hash: hash, enrolled: enrolled)
    }
}

extension PatternHash {
    /// Whether nothing was cut off: what follows the last `$` has the length that crypt(5) gives for the
    /// method, in its alphabet. A part of a hash would be a pattern that nobody can ever draw.
    var isWhole: Bool {
        let length = method == .sha512 ? 86 : 43
        let parts = bytes.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count >= 4, let last = parts.last, last.count == length else { return false }
        return last.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
    }
}
