// Not for the module and the checker: they hash whatever is stored.
#if !hasFeature(Embedded)
    /// What one hash roughly takes, read from its parameters: good to compare hashes by, and off by a
    /// factor of some machine.
    package struct HashCost: Equatable, Hashable, Comparable, Sendable {
        /// The time, in microseconds of an ordinary machine of 2024, at least 1.
        package let microseconds: Int
        /// The memory, in bytes.
        package let bytes: Int

        /// Names a cost.
        package init(microseconds: Int, bytes: Int) {
            self.microseconds = microseconds
            self.bytes = bytes
        }

        package static func < (first: HashCost, second: HashCost) -> Bool {
            (first.microseconds, first.bytes) < (second.microseconds, second.bytes)
        }
    }

    extension PatternHash {
        /// What checking a text against this hash roughly takes.
        package var cost: HashCost {
            switch method {
            case .yescrypt, .gostYescrypt: PatternHash.cost(memory: yescryptMemory ?? PatternHash.usualMemory)
            case .scrypt: PatternHash.cost(memory: scryptMemory ?? PatternHash.usualMemory)
            case .sha512: PatternHash.cost(sha512Rounds: rounds ?? PatternHash.usualRounds)
            case .sha256: PatternHash.cost(sha256Rounds: rounds ?? PatternHash.usualRounds)
            }
        }

        /// Whether checking a text against it surely takes no more than 10 s and 1 GiB: false, too, where the
        /// parameters are others than those that crypt_gensalt(3) makes, and may take any time.
        package var isBearable: Bool {
            let cost: HashCost? =
                switch method {
                case .yescrypt, .gostYescrypt:
                    parameters.count == 3 ? yescryptMemory.map { PatternHash.cost(memory: $0) } : nil
                case .scrypt: hasUsualBlocks ? scryptMemory.map { PatternHash.cost(memory: $0) } : nil
                case .sha512: rounds.map { PatternHash.cost(sha512Rounds: $0) }
                case .sha256: rounds.map { PatternHash.cost(sha256Rounds: $0) }
                }
            return cost.map { $0.microseconds <= 10_000_000 && $0.bytes <= 1 << 30 } ?? false
        }

        /// Of the default cost.
        private static var usualMemory: Int { 1 << 26 }
        private static var usualRounds: Int { 5_000 }

        private static func cost(sha512Rounds rounds: Int) -> HashCost {
            HashCost(microseconds: rounds * 6 / 10 + 1, bytes: 0)
        }

        private static func cost(sha256Rounds rounds: Int) -> HashCost {
            HashCost(microseconds: rounds * 4 / 10 + 1, bytes: 0)
        }

        /// A memory-hard hash moves about 900 bytes a microsecond.
        private static func cost(memory: Int) -> HashCost {
            HashCost(microseconds: memory / 900 + 1, bytes: memory)
        }

        /// `$y$j9T$`: flags, then N and r, each less one; see crypt(5).
        private var yescryptMemory: Int? {
            PatternHash.memory(logN: digit(1).map { $0 + 1 }, blocks: digit(2).map { $0 + 1 })
        }

        /// `$7$` and N, r and p, the last two in five digits, the lowest first.
        private var scryptMemory: Int? {
            guard let low = digit(1), let high = digit(2) else { return nil }
            return PatternHash.memory(logN: digit(0), blocks: low + high << 6)
        }

        /// Whether r of scrypt has no more than the two digits that are read, and p, by which its time
        /// multiplies, is 1.
        private var hasUsualBlocks: Bool { (3...10).map { digit($0) } == [0, 0, 0, 1, 0, 0, 0, 0] }

        /// 128 * r * N bytes; nil for what can't be told or can't be.
        private static func memory(logN: Int?, blocks: Int?) -> Int? {
            guard let logN, let blocks, (1...30).contains(logN), (1...4095).contains(blocks) else {
                return nil
            }
            return 128 * blocks << logN
        }

        /// What stands before the salt, for yescrypt: further ones than flags, N and r multiply its time.
        private var parameters: ArraySlice<UInt8> {
            bytes.dropFirst(method.prefix.utf8CodeUnitCount).prefix { $0 != UInt8(ascii: "$") }
        }

        /// The rounds of sha256crypt and sha512crypt, see crypt(5); nil where they can't be told.
        private var rounds: Int? {
            var fields = Pieces(of: bytes.span, separator: UInt8(ascii: "$"))
            _ = fields.next()
            _ = fields.next()
            let name: StaticString = "rounds="
            guard let field = fields.next(), field.starts(with: name) else { return PatternHash.usualRounds }
            return field.extracting(name.utf8CodeUnitCount..<field.count).decimal(limit: 999_999_999)
        }

        /// A digit of crypt's alphabet, so many behind the method's prefix.
        private func digit(_ place: Int) -> Int? {
            let index = method.prefix.utf8CodeUnitCount + place
            guard index < bytes.count else { return nil }
            switch bytes[index] {
            case UInt8(ascii: "."): return 0
            case UInt8(ascii: "/"): return 1
            case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                return Int(byte - UInt8(ascii: "0")) + 2
            case let byte where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte):
                return Int(byte - UInt8(ascii: "A")) + 12
            case let byte where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte):
                return Int(byte - UInt8(ascii: "a")) + 38
            default: return nil
            }
        }
    }
#endif
