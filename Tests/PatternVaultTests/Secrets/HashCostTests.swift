import PatternVault
import Testing

/// What a hash takes, by its parameters.
struct HashCostTests {
    private static func cost(_ text: String) throws -> HashCost {
        try present(PatternHash(text.bytes.span)).cost
    }

    /// The settings of crypt_gensalt(3) for costs 1 to 11.
    @Test(
        arguments: zip(
            ["j75", "j85", "j7T", "j8T", "j9T", "jAT", "jBT", "jCT", "jDT", "jET", "jFT"], 1...11))
    func readsTheMemoryOfYescrypt(parameters: String, cost: Int) throws {
        #expect(try Self.cost("$y$\(parameters)$salt$hash").bytes == 1 << (19 + cost))
        #expect(try Self.cost("$gy$\(parameters)$salt$hash").bytes == 1 << (19 + cost))
    }

    @Test func readsTheMemoryOfScrypt() throws {
        // crypt_gensalt(3) with cost 7: N = 2^15, r = 32.
        #expect(try Self.cost("$7$DU..../....salt$hash").bytes == 128 * 32 << 15)
    }

    @Test(arguments: ["$y$", "$y$j", "$y$j9", "$y$$$", "$y$jz.$x", "$7$", "$7$x", "$y$jzzzzz$x"])
    func takesWhatItCanNotReadForTheDefault(text: String) throws {
        #expect(try Self.cost(text).bytes == 1 << 26)
    }

    @Test(arguments: [
        ("$6$salt$hash", 3_001), ("$6$rounds=1000$salt$hash", 601), ("$5$salt$hash", 2_001),
        ("$5$rounds=1000$salt$hash", 401), ("$5$rounds=999999999$salt$hash", 400_000_000),
        ("$6$rounds=x$salt$hash", 3_001), ("$6$rounds=99999999999$x", 3_001),
    ])
    func countsRounds(text: String, microseconds: Int) throws {
        #expect(try Self.cost(text) == HashCost(microseconds: microseconds, bytes: 0))
    }

    @Test(arguments: [
        ("$y$jFT$salt$hash", true, "1 GiB, the highest cost that can be set"),
        ("$y$jGT$salt$hash", false, "2 GiB"), ("$gy$jFT$salt$hash", true, "as yescrypt"),
        ("$gy$jGT$salt$hash", false, "as yescrypt"), ("$y$jzT$salt$hash", false, "a cost that can't be"),
        ("$y$j9T0.$salt$hash", false, "a time parameter"), ("$y$j9$salt$hash", false, "too few"),
        ("$7$DU..../....salt$hash", true, "cost 7"), ("$7$HU..../....salt$hash", false, "2 GiB"),
        ("$7$DU....0....salt$hash", false, "p of 2"), ("$7$DU..../../.salt$hash", false, "p of 262145"),
        ("$7$DU./../....salt$hash", false, "r of more digits"), ("$7$DU", false, "cut short"),
        ("$6$salt$hash", true, "the default"), ("$6$rounds=16666665$s$h", true, "10 s"),
        ("$6$rounds=16666667$s$h", false, "more"), ("$5$rounds=24999997$s$h", true, "10 s"),
        ("$5$rounds=25000000$s$h", false, "more"), ("$5$rounds=999999999$s$h", false, "the most"),
        ("$6$rounds=99999999999$s$h", false, "more than there can be"),
        ("$6$rounds=x$s$h", false, "no number"),
    ])
    func tellsWhatTakesTooLong(text: String, isBearable: Bool, why: String) throws {
        #expect(try present(PatternHash(text.bytes.span)).isBearable == isBearable, "\(why)")
    }

    @Test func ordersByTime() throws {
        let texts = [
            "$5$rounds=1000$s$h", "$6$rounds=1000$s$h", "$y$j75$s$h", "$5$s$h", "$6$s$h", "$y$j9T$s$h",
        ]
        let costs = try texts.map(Self.cost)
        #expect(costs == costs.sorted())
        #expect(Set(costs).count == costs.count)
    }
}
