// Only what sets patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// The patterns of 3x3 that people choose most.
    package enum FrequentPatterns {
        /// All that are known, most frequent first.
        package static let all: [Pattern] = {
            text.split { $0 == " " || $0 == "\n" }.map { digits in
                Pattern(visiting: digits.utf8.map { Node($0 - UInt8(ascii: "0")) }, on: .phone)
            }
        }()

        /// How many of ``all`` count as common.
        package static var commonCount: Int { 100 }

        /// Two published lists, merged by rank: each pattern stands at the better of its two ranks, the
        /// first list before the second at the same one.
        ///
        /// - The sample list of RUB-SysSec/APC, MIT license (Golla, Rimkus, Aviv, Duermuth: On the
        ///   Accuracy of Strength Meters for Android Unlock Patterns, 2019), 150 patterns.
        /// - Aviv, Budzitowski, Kuber: Is Bigger Better? Comparing User-Generated Passwords on 3x3 vs.
        ///   4x4 Grid Sizes for Android's Pattern Unlock, 2015; 8 patterns.
        private static let text = """
            1236 1235789 1478 7415369 12369 14789 12589 147896 1478963 123654789 1235 159637 7412 12369874
            3214 1596 74123 1598 1258 1456 7536 15963 7896 15987 75369 36987 78963 159632 753698 357896
            2589 159874 7412369 14753 32147896 1256 7456 258963 1478965 147852 123698745 3258 4569 2587
            147896325 1578 2486 1475369 12569 147895 321456 741598 753214 741258 6547 7415963 3256 1578963
            1569 4523 56987 12356 852369 158963 147852369 95123 1236589 5632 456321 3596 4159 759632
            41236987 14863 14752 125478963 9654 963215 7458963 4589632 15236987 4521 2485 547896321 1596324
            3247 589632147 2159 12354789 2684 569874123 3652 123698547 1598732 5963214 147589632 357891
            563214789 3214759 36587 7568 78563 9587 21458 3692 78963254 741253 478951 24586 75412 9854
            78563214 2987 21578 325684 62587 2365874 214587 3698425 85691 96357412 785412 4723 5867 48652
            14253 958741236 841536 32741 5367 75841 1523684 6358 753628 2475963 14563987 14573 7458623
            26853 38456 7852364 75142 15986247 321695 16543 8594 456281 123658947 354126987 21358 321489657
            984567
            """
    }
#endif
