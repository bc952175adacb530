internal import CLinux

/// A program that is started on our terminal, and ends when we do unless it is set-user-ID.
struct ChildProgram {
    private let path: String
    private let words: [String]
    private let variables: [String]

    /// Names a program by its absolute path, its options, and what it keeps of our environment.
    init(_ path: String, _ options: [String], keeping names: [String]) {
        self.path = path
        words = [path] + options
        variables = names.compactMap { name in
            unsafe getenv(name).map { unsafe "\(name)=\(String(cString: $0))" }
        }
    }

    /// Starts it with its output on a descriptor; the process id, or -errno.
    func start(output: CInt, _ identity: inout linux_identity) -> CInt {
        let words = unsafe ChildProgram.strings(words)
        let variables = unsafe ChildProgram.strings(variables)
        defer {
            unsafe ChildProgram.release(words)
            unsafe ChildProgram.release(variables)
        }
        // SAFETY: both lists end with a null and live through the call.
        return unsafe linux_start(path, words, variables, output, &identity)
    }

    /// The same, as who we are.
    func start(output: CInt) -> CInt {
        var identity = linux_identity()
        return start(output: output, &identity)
    }

    private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// C strings in a list that ends with a null.
    private static func strings(_ texts: [String]) -> Strings {
        let list = Strings.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() {
            // SAFETY: there is room for all texts and a null.
            unsafe (list + index).initialize(to: strdup(text))
        }
        unsafe (list + texts.count).initialize(to: nil)
        return unsafe list
    }

    private static func release(_ list: Strings) {
        var index = 0
        // SAFETY: made by `strings`: it ends with a null.
        while let text = unsafe list[index] {
            unsafe free(text)
            index += 1
        }
        unsafe list.deallocate()
    }
}
