import CLinux
import PatternVault
import Testing

/// Secrets: what they hold.
struct SecretTests {
    @Test(arguments: ["", "a", "3x3:7-4-1-6-8-3", "\u{0}", "a\u{0}b", "\u{e9}\u{1F512}"])
    func holdsTheBytesItWasGiven(text: String) throws {
        let secret = try Secret.text(text)
        #expect(secret.count == text.bytes.count)
        #expect(secret.span.array == text.bytes)
    }

    @Test(arguments: ["", "a", "3x3:7-4-1-6-8-3"])
    func isACStringToo(text: String) throws {
        let secret = try Secret.text(text)
        // SAFETY: the bytes hold no NUL, so the one behind them ends the string.
        let (length, last) = unsafe secret.withCString { unsafe (strlen($0), $0[text.utf8.count]) }
        #expect(length == text.utf8.count)
        #expect(last == 0)
    }

    @Test func endsInNULWhereTheRoomIsFull() throws {
        let secret = try present(
            Secret(capacity: 64) { output in
                while !output.isFull { output.append(0xff) }
            })
        #expect(secret.count == 64)
        // SAFETY: the string ends with the NUL that this is about, in the 65th byte taken.
        let length = unsafe secret.withCString { unsafe strlen($0) }
        #expect(length == 64)
    }

    @Test(arguments: [
        (0, 0, "nothing asked for"), (-1, 0, "less than nothing"), (Int.min, 0, "the least there is"),
        (4_096, 3, "more asked for than used"),
    ])
    func takesAnyCapacity(capacity: Int, used: Int, why: String) throws {
        let secret = try present(
            Secret(capacity: capacity) { output in
                for _ in 0..<used { output.append(7) }
            })
        #expect(secret.span.array == [UInt8](repeating: 7, count: used), "\(why)")
    }

    @Test(arguments: [Int.max, Int.max - 1, Int.max / 2])
    func isNotThereWithoutMemory(capacity: Int) async {
        await #expect(processExitsWith: .success) { [capacity] in
            let isMissing = Secret(capacity: capacity, { _ in }) == nil
            #expect(isMissing)
        }
    }

    @Test func throwsOnWhatItsFillingThrew() {
        #expect(throws: Errno.inputOutput) {
            _ = try Secret(capacity: 8) { output throws(Errno) in
                output.append(1)
                throw .inputOutput
            }
        }
    }

    @Test(arguments: ["", "a", "7-4-1-6-8-3"])
    func takesOverAReply(text: String) throws {
        // SAFETY: strdup gives memory of malloc, which is handed over and not touched again.
        let secret = try present(unsafe Secret(taking: try #require(unsafe strdup(text))))
        #expect(secret.span.array == text.bytes)
    }
}
