internal import CLinux
internal import Languages
internal import PatternVault

/// What `patternctl export` writes and `patternctl import` reads: text, a version line, then a record a
/// line (see ``PortableRecord``), each ended by a line feed:
/// ```
/// pam_pattern credentials 1
/// alice:3x3:1764486000:$y$j9T$...
/// bob:4x4:1764486060:$y$j9T$...
/// ```
/// There are no comments and no empty lines, so that nothing is ever passed over in silence. What is
/// counted against an account (wrong tries, locks) stays on its machine.
struct RecordFile: Equatable {
    /// A record and the line it stands on, from 1.
    struct Entry: Equatable {
        let number: Int
        let record: PortableRecord
    }

    /// A line that can't be taken, and why.
    struct Refusal: Equatable {
        let number: Int
        let reason: String
    }

    /// The first line.
    static let version = "pam_pattern credentials 1"

    /// The most that is read. A record of yescrypt has 100 to 130 bytes, the longest there can be 666 (a
    /// name of 256, a hash of 383): room for 100,000 accounts even so, and nothing to fill a machine with.
    static let limit = RootFile.Limit(bytes: 64 << 20, reason: "is longer than 64 MiB")

    /// The records, in the order of the file.
    private(set) var entries: [Entry] = []
    /// The lines that are none.
    private(set) var refusals: [Refusal] = []

    /// Reads all of a file.
    init(parsing text: Span<UInt8>) {
        var lines = Pieces(of: text, separator: UInt8(ascii: "\n"))
        let first = lines.next()?.array ?? []
        guard first == Array(RecordFile.version.utf8) else {
            refuse(
                1,
                "must be \"\(RecordFile.version)\": "
                    + (first == Array("\(RecordFile.version)\r".utf8)
                        ? "it ends with a carriage return; lines end with a line feed alone"
                        : "this is no file of patternctl export, or of another version"))
            return
        }
        var number = 1
        var isEnded = false
        while let line = lines.next() {
            number += 1
            let isLast = lines.isAtEnd
            if isLast {
                isEnded = line.isEmpty
                if isEnded { break }
            }
            do throws(PortableRecord.Flaw) {
                entries.append(Entry(number: number, record: try PortableRecord(parsing: line)))
            } catch {
                refuse(number, error.reason)
                if isLast { return }
            }
        }
        if !isEnded { refuse(number, "damaged: the file was cut short here") }
    }

    private mutating func refuse(_ number: Int, _ reason: String) {
        refusals.append(Refusal(number: number, reason: reason))
    }

    /// The text of a file.
    static func text(of records: [PortableRecord]) -> [UInt8] {
        Array("\(version)\n".utf8) + records.flatMap(\.line)
    }

    /// The bytes of standard input, to its end.
    static func standardInput() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let room = buffer.count
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                // SAFETY: the buffer has the size that is told, and is not empty.
                unsafe buffer.baseAddress.map { unsafe linux_read(STDIN_FILENO, $0, room) } ?? 0
            }
            if count == -Int(EINTR) { continue }
            guard count >= 0 else {
                throw Failure(
                    .refused,
                    say("standard input: can't be read (%1); nothing was changed", Errno(CInt(-count)).text))
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            guard bytes.count <= limit.bytes else {
                throw Failure(.refused, say("standard input: is longer than 64 MiB; nothing was changed"))
            }
        }
    }
}
