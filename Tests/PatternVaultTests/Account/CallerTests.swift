import Foundation
import TestSupport
import Testing

@testable import PatternVault

/// Who asks, where a helper runs wholly as root for somebody else.
@Suite(.enabled(if: geteuid() == 0, "the process has to be root's"))
struct CallerTests {
    /// Who connected the socket.
    private static let peer: UInt32 = 12_345

    /// Puts a socket in the place of standard input, whose other end another user has.
    private static func connectStandardInput(_ family: Int32 = AF_UNIX) throws {
        var ends: [CInt] = [-1, -1]
        if family == AF_UNIX {
            try #require(seteuid(peer) == 0)
            // SAFETY: there is room for both ends.
            try #require(unsafe socketpair(family, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            try #require(seteuid(0) == 0)
        } else {
            ends[0] = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        }
        try #require(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO)
    }

    private static func caller(_ service: String) -> UInt32 { Caller.realUser(of: service.bytes.span) }

    @Test func isWhoConnectedToPolkitsHelper() async {
        await #expect(processExitsWith: .success) {
            try Self.connectStandardInput()
            #expect(Self.caller("polkit-1") == Self.peer)
            // Elsewhere a socket there says nothing of who asks.
            for service in ["sudo", "polkit", "polkit-10", ""] { #expect(Self.caller(service) == 0) }
        }
    }

    @Test func isNobodyWhereTheSocketDoesNotTell() async {
        await #expect(processExitsWith: .success) {
            try Self.connectStandardInput(AF_INET)
            #expect(Self.caller("polkit-1") == UInt32.max)
        }
        await #expect(processExitsWith: .success) {
            try Self.connectStandardInput()
            try failing(.peer, 1, with: .noMemory) { #expect(Self.caller("polkit-1") == UInt32.max) }
        }
    }

    @Test func isTheProcessWhereStandardInputIsNoSocket() async {
        await #expect(processExitsWith: .success) {
            let null = try System.open(Path("/dev/null"), flags: .readAndWrite)
            dup2(null.number, STDIN_FILENO)
            #expect(Self.caller("polkit-1") == 0)
            close(STDIN_FILENO)
            #expect(Self.caller("polkit-1") == 0)
        }
    }

    /// The setuid helper of other versions: its real user is who runs it, whatever its standard input is.
    @Test func isWhoRunsASetuidHelper() async {
        await #expect(processExitsWith: .success) {
            try Self.connectStandardInput()
            try #require(setreuid(54_321, 0) == 0)
            #expect(Self.caller("polkit-1") == 54_321)
        }
    }
}
