import Foundation
import PatternVault
import Testing

/// Changing one setting in pattern.conf.
struct SettingsEditTests {
    @Test(arguments: [
        ("", "cost=9\n", "an empty file"),
        ("grid=4\n", "grid=4\ncost=9\n", "at the end"),
        ("grid=4", "grid=4\ncost=9\n", "a last line that was not ended"),
        ("cost=7\n", "cost=9\n", "in place"),
        ("cost=7", "cost=9", "in place, with no line feed to add"),
        ("cost=9\n", "cost=9\n", "the same"),
        ("a=1\n\n  cost \t=  11\t # b = c\nb=2\n", "a=1\n\n  cost \t=  9\t # b = c\nb=2\n", "blanks"),
        ("cost = \"7\" # x\n", "cost = 9 # x\n", "a value in quotes"),
        ("cost=7 # cost = 7\n", "cost=9 # cost = 7\n", "a comment behind it"),
        ("# cost = 7   see\ngrid=4\n", "# cost = 7   see\ncost=9\ngrid=4\n", "behind what shows it"),
        ("#cost=7\n#cost=8\n", "#cost=7\n#cost=8\ncost=9\n", "behind the last"),
        ("# cost = 7", "# cost = 7\ncost=9\n", "which is the last line and not ended"),
        ("# cost = 7\n", "# cost = 7\ncost=9\n", "and ended"),
        ("## cost = 7\ngrid=4\n", "## cost = 7\ngrid=4\ncost=9\n", "that comment shows something else"),
        ("# the cost = 7\ngrid=4\n", "# the cost = 7\ngrid=4\ncost=9\n", "prose"),
        ("# cost = 7\ncost = 6\n", "# cost = 7\ncost = 9\n", "the setting wins over what shows it"),
        ("prompt=\"cost=7\"\n", "prompt=\"cost=7\"\ncost=9\n", "another setting's value"),
        ("\n\n", "\n\ncost=9\n", "blank lines stay"),
        ("# \u{fffd}\u{1}\ncost=3\n", "# \u{fffd}\u{1}\ncost=9\n", "whatever is in comments"),
    ])
    func changesTheSettingAndNothingElse(text: String, changed: String, why: String) {
        #expect(String(SettingsEdit.set(.cost, to: 9, in: text.bytes)) == changed, "\(why)")
        #expect(
            String(SettingsEdit.set(.cost, to: 9, in: changed.bytes)) == changed, "a second time: \(why)")
    }

    private static func write(
        _ cost: Int = 9, in folder: TemporaryFolder, mayBeMissing: Bool = false
    ) throws -> Bool {
        let path = try folder.vaultPath(of: "pattern.conf")
        do throws(SettingsError) {
            return try Settings.writeCost(cost, to: path, mayBeMissing: mayBeMissing, owner: geteuid())
        } catch {
            throw SettingsText.error(
                String(error.text).replacing(folder.path(of: "pattern.conf"), with: "FILE"))
        }
    }

    private static func status(_ folder: TemporaryFolder) throws -> FileStatus {
        try System.status(of: System.open(folder.vaultPath(of: "pattern.conf"), flags: .read))
    }

    @Test(arguments: [mode_t(0o644), 0o600, 0o640, 0o444])
    func keepsOwnerAndMode(mode: mode_t) throws {
        let folder = try TemporaryFolder()
        try folder.write("cost=7\n".bytes, to: "pattern.conf", mode: mode)
        if TestStore.isRoot { try folder.setOwner(group: 77, of: "pattern.conf") }
        let before = try Self.status(folder)
        #expect(try Self.write(in: folder))
        let after = try Self.status(folder)
        #expect(try folder.contents(of: "pattern.conf") == "cost=9\n".bytes)
        #expect((after.mode, after.uid, after.gid) == (before.mode, before.uid, before.gid))
        #expect(after.inode != before.inode, "written in place: a crash would have lost it")
        #expect(try folder.names(in: "") == ["pattern.conf"])
    }

    @Test func saysWhenThereIsNothingToChange() throws {
        let folder = try TemporaryFolder()
        try folder.write("cost=9\n".bytes, to: "pattern.conf", mode: 0o644)
        let before = try Self.status(folder)
        #expect(try !Self.write(in: folder))
        #expect(try Self.status(folder) == before)
    }

    @Test func makesAFileThatMayBeMissing() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SettingsText.error("FILE: can't be read: No such file or directory")) {
            try Self.write(in: folder)
        }
        #expect(try folder.names(in: "") == [])
        #expect(try Self.write(in: folder, mayBeMissing: true))
        #expect(try folder.contents(of: "pattern.conf") == "cost=9\n".bytes)
        #expect(try Self.status(folder).mode == 0o644)
    }

    @Test(arguments: [
        ("cost=7\ncost=8\n", "FILE line 2 \"cost=8\": is set twice"),
        ("colour=red\n", "FILE line 1 \"colour=red\": no such setting"),
        ("\ncost=12\n", "FILE line 2 \"cost=12\": needs a whole number from 1 to 11"),
        ("cost\n", "FILE line 1 \"cost\": needs a whole number from 1 to 11"),
        (
            "cost=7\r\n",
            "FILE line 1 \"cost=7?\": ends with a carriage return; lines end with a line feed alone"
        ),
        (String(repeating: "#\n", count: 2_049), "FILE: is longer than 4096 bytes"),
        (String(repeating: "#\n", count: 2_045), "FILE: has no room for a line more within 4096 bytes"),
    ])
    func refusesWhatItCanNotChange(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text.bytes, to: "pattern.conf", mode: 0o644)
        #expect(throws: SettingsText.error(message)) { try Self.write(in: folder) }
        #expect(try folder.contents(of: "pattern.conf") == text.bytes)
        #expect(try folder.names(in: "") == ["pattern.conf"])
    }

    @Test func refusesALink() throws {
        let folder = try TemporaryFolder()
        try folder.write("cost=7\n".bytes, to: "real", mode: 0o644)
        try folder.makeSymbolicLink("pattern.conf", to: "real")
        #expect(throws: SettingsText.error("FILE: can't be read: Too many levels of symbolic links")) {
            try Self.write(in: folder)
        }
        #expect(try folder.contents(of: "real") == "cost=7\n".bytes)
        #expect(try folder.names(in: "") == ["pattern.conf", "real"])
    }

    @Test func refusesAFileThatOthersMayWrite() throws {
        let folder = try TemporaryFolder()
        try folder.write("cost=7\n".bytes, to: "pattern.conf", mode: 0o664)
        #expect(throws: SettingsText.error("FILE: may be written by others than root")) {
            try Self.write(in: folder)
        }
    }

    @Test func clearsWhatAnInterruptedCallLeft() throws {
        let folder = try TemporaryFolder()
        try folder.write("cost=7\n".bytes, to: "pattern.conf", mode: 0o644)
        try folder.write("half".bytes, to: ".pattern.conf.new")
        #expect(try Self.write(in: folder))
        #expect(try folder.contents(of: "pattern.conf") == "cost=9\n".bytes)
        #expect(try folder.names(in: "") == ["pattern.conf"])
    }

    /// Whichever call fails: the file is as it was, or (when only the last sync failed) whole and new.
    @Test func leavesAWholeFileWhenAnyCallFails() throws {
        let calls = try Self.failing(.open, 0).calls
        #expect(calls.contains(.changeOwner) && calls.count { $0 == .sync } == 2)
        for call in Set(calls) {
            for turn in 1...calls.count(where: { $0 == call }) {
                let (_, error, contents) = try Self.failing(call, turn)
                // The clearing of what an interrupted call left finds nothing here.
                #expect(error != nil, "\(call) \(turn)")
                let isLastSync = call == .sync && turn == 2
                #expect(contents == (isLastSync ? "cost=9\n" : "cost=7\n"), "\(call) \(turn)")
            }
        }
    }

    private static func failing(
        _ call: System.Call, _ turn: Int
    ) throws -> (calls: [System.Call], error: (any Error)?, contents: String) {
        let folder = try TemporaryFolder()
        try folder.write("cost=7\n".bytes, to: "pattern.conf", mode: 0o644)
        var error: (any Error)?
        let calls = try PatternVaultTests.failing(call, turn, with: .inputOutput) {
            do {
                _ = try write(in: folder)
            } catch let failure {
                error = failure
            }
        }
        #expect(try folder.names(in: "") == ["pattern.conf"], "\(call) \(turn)")
        return (calls, error, String(try folder.contents(of: "pattern.conf")))
    }
}
