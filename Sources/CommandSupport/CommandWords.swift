internal import CLinux
internal import Languages

/// A command line taken apart by getopt_long(3): the options, then the other words.
package struct CommandWords<Key: Sendable>: Sendable {
    /// The options in the order in which they were given, with their values; empty where there is none.
    package private(set) var options: [(key: Key, value: String)] = []
    /// The other words.
    package private(set) var words: [String] = []

    /// What getopt_long gives for the first option of the table: above any letter's.
    private static var firstValue: Int { 256 }

    /// Takes a command line apart, the program's name first.
    ///
    /// - Parameter table: The options that there are.
    package init(_ words: [String], table: [CommandOption<Key>]) throws(UsageError) {
        // getopt_long reorders the words, and keeps pointers into them until it begins anew.
        let argv = unsafe CommandWords.strings(words)
        let letters = unsafe CommandWords.letters(table)
        let long = unsafe CommandWords.longOptions(table)
        linux_begin_options()
        defer {
            linux_end_options()
            for index in words.indices {
                // SAFETY: each was made by strdup, or is null; getopt_long only reorders them.
                unsafe free(argv[index])
            }
            // SAFETY: made above, and copied from wherever it is still needed.
            unsafe argv.deallocate()
            unsafe letters.deallocate()
            unsafe long.deallocate()
        }
        while true {
            var text: UnsafePointer<CChar>?
            var next: CInt = 1
            // SAFETY: both tables end as getopt_long expects, and live through the loop.
            let value = unsafe linux_next_option(CInt(words.count), argv, letters, long, &text, &next)
            switch value {
            case -1:
                for index in Int(next)..<max(words.count, Int(next)) {
                    // SAFETY: there are as many as words.
                    if let word = unsafe argv[index] { self.words.append(unsafe String(cString: word)) }
                }
                return
            case CInt(UInt8(ascii: ":")), CInt(UInt8(ascii: "?")):
                // SAFETY: getopt_long has looked at the word before `next`.
                let word = unsafe argv[max(Int(next) - 1, 0)].map { unsafe String(cString: $0) } ?? ""
                throw CommandWords.error(
                    Int(linux_wrong_option()), isWithoutValue: value == CInt(UInt8(ascii: ":")), word, table)
            default:
                guard let option = CommandWords.entry(Int(value), in: table) else { continue }
                options.append((option.key, unsafe text.map { unsafe String(cString: $0) } ?? ""))
            }
        }
    }

    /// The option that getopt_long's value or letter stands for.
    private static func entry(_ value: Int, in table: [CommandOption<Key>]) -> CommandOption<Key>? {
        let index = value - firstValue
        if table.indices.contains(index) { return table[index] }
        return table.first { $0.letter.map { Int($0) == value } ?? false }
    }

    /// What is wrong, by what getopt_long says of it.
    private static func error(
        _ wrong: Int, isWithoutValue: Bool, _ word: String, _ table: [CommandOption<Key>]
    ) -> UsageError {
        if let option = entry(wrong, in: table) {
            let name = "--" + CommandWords.text(option.name)
            return UsageError(
                isWithoutValue ? say("%1: needs a value", name) : say("%1: takes no value", name))
        }
        // A letter's word may hold others, too.
        guard wrong != 0 else { return UsageError(say("%1: no such option", word)) }
        let letter = String(decoding: [UInt8(ascii: "-"), UInt8(truncatingIfNeeded: wrong)], as: UTF8.self)
        return UsageError(say("%1: no such option", letter))
    }

    private static func text(_ text: StaticString) -> String {
        // SAFETY: a StaticString lives for ever and ends with a 0.
        unsafe String(cString: text.utf8Start)
    }

    private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private static func strings(_ words: [String]) -> Strings {
        let list = Strings.allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            // SAFETY: there is room for all words and a null.
            unsafe (list + index).initialize(to: word.withCString { unsafe strdup($0) })
        }
        unsafe (list + words.count).initialize(to: nil)
        return unsafe list
    }

    /// The letters as getopt(3) wants them; the colon in front makes it tell a missing value.
    private static func letters(_ table: [CommandOption<Key>]) -> UnsafePointer<CChar> {
        let letters = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * table.count + 2)
        var count = 0
        func put(_ letter: UInt8) {
            // SAFETY: there is room for a colon, two characters an option, and the end.
            unsafe (letters + count).initialize(to: CChar(bitPattern: letter))
            count += 1
        }
        put(UInt8(ascii: ":"))
        for option in table {
            guard let letter = option.letter else { continue }
            put(letter)
            if option.takesValue { put(UInt8(ascii: ":")) }
        }
        put(0)
        return unsafe UnsafePointer(letters)
    }

    private static func longOptions(_ table: [CommandOption<Key>]) -> UnsafePointer<option> {
        let list = UnsafeMutablePointer<option>.allocate(capacity: table.count + 1)
        for (index, entry) in table.enumerated() {
            // SAFETY: a StaticString lives for ever and ends with a 0; there is room for all and an end.
            let name = unsafe UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self)
            unsafe (list + index).initialize(
                to: option(
                    name: name, has_arg: entry.takesValue ? required_argument : no_argument, flag: nil,
                    val: CInt(firstValue + index)))
        }
        unsafe (list + table.count).initialize(to: option())
        return unsafe UnsafePointer(list)
    }
}
