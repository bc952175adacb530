import CLinux
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PatternVault

/// System calls, as thin as they are.
struct SystemTests {
    /// What a descriptor is opened in a host that has closed its own: it must not become its terminal.
    @Test(arguments: [[0], [1], [2], [0, 1, 2], [0, 2]] as [[CInt]])
    func opensNothingAsStandardInputOrOutput(closed: [CInt]) async {
        await #expect(processExitsWith: .success) { [closed] in
            let store = try TestStore.enrolled()
            let kept = linux_duplicate(2, 10)
            for number in closed { close(number) }
            let file = try System.open(try store.folder.vaultPath(of: TestStore.file()), flags: .read)
            let number = file.number
            var status = stat()
            // SAFETY: `status` lives through the calls, which fill it.
            let stillClosed = closed.filter { unsafe linux_fstat($0, &status) == -EBADF }
            let isRead = try System.read(file, atMost: 4_096) == Sample.record.bytes
            for number in closed { dup2(kept, number) }
            #expect(number > 2)
            #expect(stillClosed == closed)
            #expect(isRead)
        }
    }

    @Test(arguments: [[], [0, 1, 2]] as [[CInt]])
    func opensEverythingCloseOnExec(closed: [CInt]) async {
        await #expect(processExitsWith: .success) { [closed] in
            let store = try TestStore.enrolled()
            let kept = linux_duplicate(2, 10)
            for number in closed { close(number) }
            let folder = try System.open(try store.folder.vaultPath(of: "store"), flags: .folder)
            let file = try System.open(Path("new"), below: folder, flags: .createNew, mode: 0o600)
            let numbers = [folder.number, file.number]
            for number in closed { dup2(kept, number) }
            for number in numbers {
                let information = try String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
                let flags = information.split(separator: "\n").first { $0.hasPrefix("flags:") }
                let bits = try #require(flags?.split(separator: "\t").last.flatMap { Int32($0, radix: 8) })
                #expect(bits & O_CLOEXEC != 0)
            }
        }
    }

    @Test func closesADescriptorWithItsOwner() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore.enrolled()
            let path = try store.folder.vaultPath(of: TestStore.file())
            do {
                let file = try System.open(path, flags: .read)
                #expect(try OpenFiles.count(in: store.folder) == 1)
                _ = file.number
            }
            #expect(try OpenFiles.count(in: store.folder) == 0)
        }
    }

    /// A listing has a descriptor of its own, which is closed when there is none.
    @Test func listsNothingButAFolder() async {
        await #expect(processExitsWith: .success) {
            let store = try TestStore.enrolled()
            let file = try System.open(try store.folder.vaultPath(of: TestStore.file()), flags: .read)
            for _ in 0..<4 { #expect(throws: Errno.self) { _ = try System.names(in: file) } }
            #expect(try OpenFiles.count(in: store.folder) == 1)
            _ = file.number
        }
    }

    @Test func makesNoFileThatIsThereAlready() throws {
        let store = try TestStore.enrolled()
        #expect(throws: Errno.fileExists) {
            _ = try System.open(store.folder.vaultPath(of: TestStore.file()), flags: .createNew, mode: 0o600)
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (10, 10), (1_000, 26), (100_000, 26)])
    func readsNoMoreThanItIsAskedFor(most: Int, count: Int) throws {
        let folder = try TemporaryFolder()
        let contents = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        try folder.write(contents, to: "file")
        let file = try System.open(try folder.vaultPath(of: "file"), flags: .read)
        for _ in 0..<2 {
            #expect(
                try System.read(file, atMost: most) == Array(contents.prefix(count)),
                "from the start each time")
        }
    }

    /// With what the file is known to hold it is not asked once more; what it holds beyond that shows.
    @Test(arguments: [(27, 26, 26, 1), (27, 27, 26, 2), (11, 10, 11, 1), (1_000, 0, 26, 1)])
    func asksNoMoreOnceItHasEnough(most: Int, enough: Int, count: Int, calls: Int) throws {
        let folder = try TemporaryFolder()
        let contents = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        try folder.write(contents, to: "file")
        let file = try System.open(try folder.vaultPath(of: "file"), flags: .read)
        let plan = Faults(.read, turn: 0, error: .inputOutput)
        let bytes = try Faults.$plan.withValue(plan) { try System.read(file, atMost: most, enough: enough) }
        #expect(bytes == Array(contents.prefix(count)))
        #expect(plan.calls.count == calls)
    }

    @Test func readsAFileLongerThanOneRead() throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom(seed: 1)
        let contents = random.bytes(1 << 20, of: Array(UInt8.min...UInt8.max))
        try folder.write(contents, to: "file")
        let file = try System.open(try folder.vaultPath(of: "file"), flags: .read)
        #expect(try System.read(file, atMost: 2 << 20) == contents)
    }

    @Test func writesOneSpanBehindAnother() throws {
        let folder = try TemporaryFolder()
        let file = try System.open(try folder.vaultPath(of: "file"), flags: .createNew, mode: 0o600)
        try System.write("one".bytes.span, to: file)
        try System.write("".bytes.span, to: file)
        try System.write(", two".bytes.span, to: file)
        #expect(try folder.contents(of: "file") == "one, two".bytes)
    }

    /// A full pipe and signals: calls that end with a part of the bytes moved, and with EINTR.
    @Test func goesOnAfterShortAndInterruptedWrites() async {
        await #expect(processExitsWith: .success) {
            alarm(30)
            var action = sigaction()
            // SAFETY: all three live through the calls. The action asks for no restart of calls;
            // threads of Dispatch take no signals unless told to.
            unsafe action.__sigaction_handler.sa_handler = { _ in }
            unsafe sigaction(SIGUSR1, &action, nil)
            var signals = sigset_t()
            unsafe sigaddset(&signals, SIGUSR1)
            unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            let pipe = Pipe()
            var random = SeededRandom(seed: 2)
            let contents = random.bytes(1 << 18, of: Array(UInt8.min...UInt8.max))
            let writing = pthread_self()
            let read = Mutex<[UInt8]>([])
            let isRead = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while read.withLock({ $0.count }) < contents.count {
                    usleep(500)
                    pthread_kill(writing, SIGUSR1)
                    // Divides the contents: this call waits until it has all it asks for.
                    let piece = try? pipe.fileHandleForReading.read(upToCount: 8_192)
                    read.withLock { $0 += piece ?? Data() }
                }
                isRead.signal()
            }
            let writer = Descriptor(owning: linux_duplicate(pipe.fileHandleForWriting.fileDescriptor, 3))
            let made = try recordingCalls { try System.write(contents.span, to: writer) }
            isRead.wait()
            #expect(read.withLock { $0 } == contents)
            #expect(made.count > 1, "or nothing was interrupted")
        }
    }

    @Test func fillsWithRandomBytes() throws {
        let runs = try (0..<3).map { _ in
            let secret = try present(try Secret(capacity: 32, System.random))
            return secret.span.array
        }
        #expect(runs.allSatisfy { $0.count == 32 })
        #expect(Set(runs).count == 3)
        #expect(Set(runs[0]).count > 8, "not one byte again and again")
        #expect(try present(try Secret(capacity: 13, System.random)).count == 13)
    }

    /// A word of the kernel is handed on whole: no bit of eight bytes is fixed, none goes with another.
    @Test func losesNoRandomBit() throws {
        let words = try (0..<256).map { _ in
            let secret = try present(try Secret(capacity: 8, System.random))
            return secret.span.array.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        for first in 0..<64 {
            for second in 0..<first {
                let seen = Set(words.map { [$0 >> UInt64(first) & 1, $0 >> UInt64(second) & 1] })
                // 256 times two tossed coins miss one of the four outcomes once in 10^31.
                #expect(seen.count == 4, "bits \(first) and \(second)")
            }
        }
    }

    @Test func reportsThatThereAreNoRandomBytes() throws {
        try failing(.random, 3, with: .inputOutput) {
            #expect(throws: Errno.inputOutput) { _ = try Secret(capacity: 32, System.random) }
        }
        try failing(.random, 3, with: .interrupted) {
            let secret = try present(try Secret(capacity: 32, System.random))
            #expect(secret.count == 32)
        }
    }

    @Test func tellsWhatAFileIs() throws {
        let folder = try TemporaryFolder()
        try folder.write("four".bytes, to: "file", mode: 0o4604)
        try folder.makeHardLink("second", to: "file")
        let status = try System.status(of: try System.open(try folder.vaultPath(of: "file"), flags: .read))
        #expect(status.kind == .regular)
        #expect(status.mode == 0o4604)
        #expect(status.size == 4)
        #expect(status.links == 2)
        #expect(status.uid == geteuid())
        let parent = try System.status(of: try System.open(try folder.vaultPath(of: ""), flags: .folder))
        #expect(parent.kind == .folder)
        #expect(parent.mode == 0o700)
    }

    @Test func knowsTheUsersOfTheProcess() {
        #expect(System.realUser == getuid())
        #expect(System.effectiveUser == geteuid())
    }

    @Test func knowsTheTime() throws {
        #expect(abs(System.wallTime - Int(Date.now.timeIntervalSince1970)) <= 2)
        // Hundredths of a second since boot, suspended time among them.
        let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ")
        let seconds = try #require(uptime.first.flatMap { Double($0) })
        let milliseconds = System.millisecondsSinceBoot
        let later = milliseconds - Int(seconds * 1_000)
        #expect((-1...2_000).contains(later))
    }

    @Test func asksForMemoryBeforehand() {
        #expect(Memory.isAvailable(1))
        #expect(Memory.isAvailable(1 << 20))
        #expect(!Memory.isAvailable(Int.max))
    }
}
