import Dispatch
import Foundation
import Synchronization
import Testing

@testable import PatternVault

/// Several processes at one store: each opens it for itself, as these threads do.
struct StoreConcurrencyTests {
    @Test func letsReadersSeeWholeRecordsOnly() throws {
        let store = try TestStore.enrolled()
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for round in 0..<10 {
                do {
                    if worker < 4 {
                        try store.replace(try Sample.credential(enrolled: worker * 100 + round))
                    } else {
                        // Between two of them there is never a moment without a record.
                        for _ in 0..<10 where try store.read() == nil {
                            failures.withLock { $0.append("no record") }
                        }
                    }
                } catch {
                    failures.withLock { $0.append("\(worker): \(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try store.names() == ["1000"], "nothing temporary is left")
        // The last of each worker is what can be left, since each waits for its own.
        let last = try #require(try store.read()).enrolled
        #expect([9, 109, 209, 309].contains(last), "\(last)")
    }

    /// A record that is replaced between its opening and a look at it has no name any more.
    @Test func takesARecordThatIsReplacedAfterItWasOpened() throws {
        let store = try TestStore.enrolled()
        let folder = try StoreFolder(.credentials, of: store.location)
        let file = try System.open(Path(uid: 1_000), below: folder.descriptor, flags: .read)
        try store.replace(try Sample.credential(enrolled: 2))
        let status = try System.status(of: file)
        #expect(status.links == 0)
        #expect(throws: Never.self) { try folder.check(status, mode: 0o640, place: .credential) }
    }

    @Test func letsEnrolmentsAndRemovalsOfOneUserTakeTurns() throws {
        let store = try TestStore()
        let failures = Mutex<[String]>([])
        let removed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<10 {
                do {
                    if worker.isMultiple(of: 2) {
                        try store.replace(try Sample.credential(enrolled: round))
                    } else if try store.remove() {
                        removed.withLock { $0 += 1 }
                    }
                } catch {
                    failures.withLock { $0.append("\(worker): \(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(removed.withLock { $0 } <= 20)
        #expect(try store.names().allSatisfy { $0 == "1000" })
    }

    /// An enrolment waits while another has the folder, and goes on when it is done.
    @Test func waitsForTheLock() throws {
        let store = try TestStore()
        let path = store.folder.path(of: "store/credentials")
        // SAFETY: the path is a C string for the length of the call.
        let holder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(holder >= 0)
        try #require(flock(holder, LOCK_EX) == 0)
        let isDone = Mutex(false)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            try? store.replace(Sample.credential())
            isDone.withLock { $0 = true }
        }
        usleep(100_000)
        #expect(!isDone.withLock { $0 })
        #expect(try store.names() == [], "nothing is touched before")
        close(holder)
        group.wait()
        #expect(try store.read() == (try Sample.credential()))
    }
}
