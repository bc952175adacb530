internal import CLinux

/// A program that was started on one piece of input, and whose output is read.
///
/// It is killed and waited for when its owner lets go of it, so that it never outlives the call that
/// started it, and no zombie stays. No disposition of a signal is changed for that.
package struct Child: ~Copyable {
    private let output: Descriptor
    private let process: CInt
    /// A pidfd, by which no other process can be hit; negative where there is none: on old kernels, in
    /// some sandboxes, when descriptors run short.
    private let handle: CInt

    /// Starts a program with nothing but its name as arguments, an empty environment, descriptors 0
    /// and 1 as pipes, 2 as /dev/null, no others, no signal blocked or ignored: posix_spawn(3).
    ///
    /// The input is in its pipe before the program starts, while both ends are ours, so that there is
    /// no SIGPIPE; it must fit into PIPE_BUF.
    package static func start(_ path: Path, input: Span<UInt8>) throws(Errno) -> Child {
        let given = try filledPipe(input)
        let answered = try System.pipe()
        let process = try System.spawn(path, input: given, output: answered.start)
        return Child(output: answered.end, process: process, handle: linux_pidfd_open(process))
    }

    /// The end of a pipe that holds the input and nothing more: its start is closed.
    static func filledPipe(_ input: Span<UInt8>) throws(Errno) -> Descriptor {
        let pipe = try System.pipe()
        try System.write(input, to: pipe.start)
        return pipe.end
    }

    init(output: consuming Descriptor, process: CInt, handle: CInt) {
        self.output = output
        self.process = process
        self.handle = handle
    }

    deinit {
        linux_end_child(process, handle)
    }

    /// Waits for output or its end; false when the time is over.
    package func hasOutput(within milliseconds: Int) throws(Errno) -> Bool {
        try System.isReadable(output, within: milliseconds)
    }

    /// Reads what is there, at most `most` bytes; nothing at the end.
    package func read(atMost most: Int) throws(Errno) -> [UInt8] {
        try System.readOnce(output, atMost: most)
    }
}

/// Both ends of a pipe.
struct Pipe: ~Copyable {
    /// What is read from.
    let end: Descriptor
    /// What is written to.
    let start: Descriptor
}
