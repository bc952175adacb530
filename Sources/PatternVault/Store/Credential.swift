package import PatternGrid

/// One user's record: who, on which grid, and the hash.
///
/// On disk it is text, a line a field in this order, each ended by a line feed and none left out:
/// ```
/// pam_pattern credential 1
/// uid=1000
/// name=alice
/// grid=3x3
/// enrolled=1764486000
/// hash=$y$j9T$...
/// ```
package struct Credential: Equatable, Sendable {
    /// The account's numeric id, which also names the file.
    package let uid: UInt32
    /// The account's `pw_name`.
    package let name: [UInt8]
    /// The grid the pattern is always checked on.
    package let grid: Grid
    /// The hash of the canonical text.
    package let hash: PatternHash
    /// When it was enrolled, in seconds of wall time since 1970; shown, never decided by.
    package let enrolled: Int

    /// The most bytes a record may have.
    package static var maximumSize: Int { 4096 }

    /// Why a record can't be used.
    package enum Flaw: Error, Equatable, Sendable {
        /// It is not a whole record of this version.
        case format
        /// The hash is of no method that is safe to check.
        case unknownMethod
    }

    /// Makes a record.
    package init(uid: UInt32, name: [UInt8], grid: Grid, hash: PatternHash, enrolled: Int) {
        self.uid = uid
        self.name = name
        self.grid = grid
        self.hash = hash
        self.enrolled = enrolled
    }

    /// Reads a record; anything but exactly the form above is a flaw.
    package init(parsing text: Span<UInt8>) throws(Flaw) {
        guard text.count <= Credential.maximumSize else { throw .format }
        var lines = Pieces(of: text, separator: UInt8(ascii: "\n"))
        guard let magic = lines.next(), magic.equals(Credential.magic) else { throw .format }
        guard let uid = try Credential.value("uid=", &lines).decimal(limit: Int(UInt32.max)) else {
            throw .format
        }
        let name = try Credential.value("name=", &lines)
        guard Credential.isName(name) else { throw .format }
        guard let grid = Grid(named: try Credential.value("grid=", &lines)) else { throw .format }
        guard let enrolled = try Credential.value("enrolled=", &lines).decimal(limit: Int.max) else {
            throw .format
        }
        let hash = try Credential.value("hash=", &lines)
        // The last line feed ends the text: a record that was cut short has none.
        guard let rest = lines.next(), rest.isEmpty, lines.next() == nil else { throw .format }
        guard let hash = PatternHash(hash) else { throw .unknownMethod }
        self.init(
            uid: UInt32(truncatingIfNeeded: uid), name: name.array, grid: grid, hash: hash,
            enrolled: enrolled)
    }

    /// The record as it stands on disk.
    package var text: [UInt8] {
        var line = Line(Credential.magic)
        line.add("\nuid=")
        line.add(Int(uid))
        line.add("\nname=")
        line.add(name)
        line.add("\ngrid=")
        line.add(Array(capacity: 3) { grid.writeName(into: &$0) })
        line.add("\nenrolled=")
        line.add(enrolled)
        line.add("\nhash=")
        line.add(hash.bytes)
        line.add("\n")
        return line.bytes
    }

    /// Tells whether bytes can be an account's name in a record: 1 to 256, none a blank, a control
    /// character or a colon.
    package static func isName(_ name: Span<UInt8>) -> Bool {
        guard (1...256).contains(name.count) else { return false }
        for index in name.indices where name[index] <= 0x20 || name[index] == 0x7f {
            return false
        }
        return !name.contains(UInt8(ascii: ":"))
    }

    private static var magic: StaticString { "pam_pattern credential 1" }

    @_lifetime(copy lines)
    private static func value(
        _ key: StaticString, _ lines: inout Pieces
    ) throws(Flaw) -> Span<UInt8> {
        guard let line = lines.next(), line.starts(with: key) else { throw .format }
        return line.extracting(key.utf8CodeUnitCount..<line.count)
    }
}
