// Not for the module and the checker, which audit nothing.
#if !hasFeature(Embedded)
    internal import PatternGrid

    /// How far an audit came, so that it can go on after an interruption.
    ///
    /// It holds no pattern, and of one that was found only among which guesses it is: whoever reads it
    /// knows no more than the audit tells. A credential is told from a later one of the same account by a
    /// fingerprint, which is of no use against the hash without the hash.
    ///
    /// On disk it is text, each line ended by a line feed:
    /// ```
    /// pam_pattern audit 1
    /// order=00c0ffee00c0ffee
    /// 1000 0123456789abcdef tried 250
    /// 1001 fedcba9876543210 found 10 100
    /// ```
    package struct AuditState: Equatable, Sendable {
        /// How far one credential came.
        package enum Progress: Equatable, Sendable {
            /// So many guesses were tried, from the first, and none is right.
            case tried(Int)
            /// One of these guesses is right, counted from 0.
            case found(Range<Int>)
        }

        /// One credential.
        package struct Entry: Equatable, Sendable {
            /// Which hash it had, see ``Credential/fingerprint``.
            package let fingerprint: UInt64
            /// How far it came.
            package let progress: Progress

            /// Notes how far a credential came.
            package init(fingerprint: UInt64, progress: Progress) {
                self.fingerprint = fingerprint
                self.progress = progress
            }
        }

        /// Which guesses these are, in which order: numbers of another order mean something else.
        package let order: UInt64
        /// The credentials by uid.
        package var entries: [UInt32: Entry] = [:]

        /// Starts with nothing tried.
        package init(order: UInt64) {
            self.order = order
        }

        /// The state as it stands on disk.
        package var text: [UInt8] {
            var line = Line(AuditState.magic)
            line.add("\norder=")
            line.add(hexadecimal: order)
            line.add("\n")
            for (uid, entry) in entries.sorted(by: { $0.key < $1.key }) {
                line.add(Int(uid))
                line.add(" ")
                line.add(hexadecimal: entry.fingerprint)
                switch entry.progress {
                case .tried(let count):
                    line.add(" tried ")
                    line.add(count)
                case .found(let guesses):
                    line.add(" found ")
                    line.add(guesses.lowerBound)
                    line.add(" ")
                    line.add(guesses.upperBound)
                }
                line.add("\n")
            }
            return line.bytes
        }

        /// Reads a state; nil for anything but exactly the form above.
        package init?(parsing text: [UInt8]) {
            var lines = Pieces(of: text.span, separator: UInt8(ascii: "\n"))
            guard let magic = lines.next(), magic.equals(AuditState.magic), let header = lines.next(),
                header.starts(with: "order="), let order = header.extracting(6..<header.count).hexadecimal
            else { return nil }
            self.order = order
            var line = lines.next()
            while let entry = line {
                line = lines.next()
                // The last line feed ends the text: a state that was cut short has none.
                if entry.isEmpty, line == nil { return }
                guard let (uid, entry) = AuditState.entry(entry), entries[uid] == nil else { return nil }
                entries[uid] = entry
            }
            return nil
        }

        private static var magic: StaticString { "pam_pattern audit 1" }

        private static func entry(_ line: Span<UInt8>) -> (UInt32, Entry)? {
            var words = Pieces(of: line, separator: UInt8(ascii: " "))
            guard let uid = words.next()?.decimal(limit: Int(UInt32.max)),
                let fingerprint = words.next()?.hexadecimal, let kind = words.next(),
                let first = words.next()?.decimal(limit: Int.max)
            else { return nil }
            let second = words.next()
            let progress: Progress
            if let second {
                guard kind.equals("found"), let end = second.decimal(limit: Int.max), first < end else {
                    return nil
                }
                progress = .found(first..<end)
            } else {
                guard kind.equals("tried") else { return nil }
                progress = .tried(first)
            }
            guard words.next() == nil else { return nil }
            return (UInt32(truncatingIfNeeded: uid), Entry(fingerprint: fingerprint, progress: progress))
        }
    }

    extension Credential {
        /// A number that another hash or grid hardly ever has.
        package var fingerprint: UInt64 {
            var line = Line()
            line.add(Array(capacity: 3) { grid.writeName(into: &$0) })
            line.add(":")
            line.add(hash.bytes)
            return Checksum.fnv1a(line.bytes.span)
        }
    }

    extension Line {
        /// Appends a number in 16 hexadecimal digits.
        fileprivate mutating func add(hexadecimal number: UInt64) {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 15)
                add(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }

    extension Span<UInt8> {
        /// A number in 16 hexadecimal digits; nil for anything else.
        fileprivate var hexadecimal: UInt64? {
            guard count == 16 else { return nil }
            var number: UInt64 = 0
            for index in indices {
                switch self[index] {
                case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                    number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
                case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
                    number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
                default: return nil
                }
            }
            return number
        }
    }
#endif
