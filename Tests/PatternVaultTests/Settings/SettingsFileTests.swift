import Foundation
import PatternGrid
import PatternVault
import Testing

/// The file of settings: when it is believed.
struct SettingsFileTests {
    /// A folder with a good file of settings in it.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("tries=3\n".bytes, to: "pattern.conf", mode: 0o644)
        return folder
    }

    @Test(arguments: [mode_t(0o644), 0o600, 0o640, 0o444, 0o755])
    func takesAFileThatItsOwnerAloneMayWrite(mode: mode_t) throws {
        let folder = try Self.folder()
        try folder.setMode(mode, of: "pattern.conf")
        #expect(try SettingsText.load(in: folder).tries == 3)
    }

    @Test(arguments: [mode_t(0o664), 0o646, 0o666, 0o620, 0o602, 0o777])
    func refusesAFileThatOthersMayWrite(mode: mode_t) throws {
        let folder = try Self.folder()
        try folder.setMode(mode, of: "pattern.conf")
        #expect(throws: SettingsText.error("FILE: may be written by others than root")) {
            try SettingsText.load(in: folder)
        }
    }

    @Test func refusesAFileOfAnotherOwner() throws {
        let folder = try Self.folder()
        let path = try folder.vaultPath(of: "pattern.conf")
        #expect(throws: SettingsError.self) {
            try Settings.load(file: path, mayBeMissing: true, owner: geteuid() + 1)
        }
    }

    /// The owner is root wherever the caller names none; only tests do.
    @Test(.enabled(if: TestStore.isRoot, "only root gives files away"))
    func believesRootAlone() throws {
        let folder = try Self.folder()
        let path = try folder.vaultPath(of: "pattern.conf")
        for (owner, isTaken) in [(0, true), (1, false)] as [(uid_t, Bool)] {
            try folder.setOwner(owner, of: "pattern.conf")
            let conf = "conf=\(folder.path(of: "pattern.conf"))"
            #expect((try? Settings.load(arguments: [conf.bytes]))?.tries == (isTaken ? 3 : nil))
            #expect((try? Settings.load(file: path, mayBeMissing: false))?.tries == (isTaken ? 3 : nil))
            let limit = RootFile.Limit(bytes: 10, reason: "is too long")
            #expect((try? RootFile.read(path, limit: limit))?.contents == (isTaken ? "tries=3\n".bytes : nil))
        }
    }

    @Test(arguments: [("real", "to a good file"), ("nowhere", "to nothing: there is something all the same")])
    func refusesALink(target: String, why: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("tries=3\n".bytes, to: "real", mode: 0o644)
        try folder.makeSymbolicLink("pattern.conf", to: target)
        #expect(
            throws: SettingsText.error("FILE: can't be read: Too many levels of symbolic links"), "\(why)"
        ) {
            try SettingsText.load(in: folder)
        }
    }

    /// A FIFO opens at once for who does not wait for a writer. The alarm ends a process that does.
    @Test func refusesWhatIsNoRegularFile() async {
        await #expect(processExitsWith: .success) {
            alarm(10)
            let folder = try TemporaryFolder()
            try folder.makeFolder("pattern.conf", mode: 0o755)
            #expect(throws: SettingsText.error("FILE: is no regular file")) {
                try SettingsText.load(in: folder)
            }
            try folder.remove("pattern.conf")
            try folder.makeSpecialFile("pattern.conf", kind: S_IFIFO)
            #expect(throws: SettingsText.error("FILE: is no regular file")) {
                try SettingsText.load(in: folder)
            }
        }
    }

    @Test func takesAFileOf4096Bytes() throws {
        let file = "tries=3\n#".bytes + [UInt8](repeating: 0x20, count: 4_087)
        #expect(file.count == 4_096)
        #expect(try SettingsText.load([], file: file).tries == 3)
        #expect(throws: SettingsText.error("FILE: is longer than 4096 bytes")) {
            try SettingsText.load([], file: file + [0x20])
        }
        #expect(throws: SettingsText.error("FILE: is longer than 4096 bytes")) {
            try SettingsText.load([], file: [UInt8](repeating: 0x0a, count: 1 << 20))
        }
    }

    @Test func doesWithoutTheStandardFile() throws {
        #expect(try SettingsText.load(["tries=2"], file: nil).tries == 2)
    }

    @Test func doesWithoutTheFolderOfTheStandardFile() throws {
        let settings = try Settings.load(arguments: [], standardFile: Path("/nowhere/security/pattern.conf"))
        #expect(settings == Settings())
    }

    @Test func needsAFileThatAnArgumentNames() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "other.conf")
        #expect(throws: SettingsText.error("\(path): can't be read: No such file or directory")) {
            try SettingsText.load(["conf=\(path)".bytes], in: folder)
        }
    }

    @Test func readsTheFileThatAnArgumentNamesInsteadOfTheStandardOne() throws {
        let folder = try Self.folder()
        try folder.write("cue\nkeypad=letters\n".bytes, to: "other.conf", mode: 0o644)
        let path = folder.path(of: "other.conf")
        let settings = try SettingsText.load(["keypad=numpad".bytes, "conf=\(path)".bytes], in: folder)
        #expect(settings.cue)
        #expect(settings.tries == 1, "the standard file counts no more")
        #expect(settings.keypad == .numpad, "arguments win over this one too")
        #expect(settings.file == (try folder.vaultPath(of: "other.conf")))
        #expect(settings.namesOtherPlaces)
    }

    /// A file that can't be read is never taken for one that is missing.
    @Test(arguments: [
        (System.Call.open, 1, Errno.accessDenied), (.open, 1, Errno(EMFILE)), (.status, 1, .inputOutput),
        (.read, 1, .inputOutput), (.status, 1, .noSuchFile), (.read, 1, .noSuchFile),
    ])
    func failsWhereACallFails(call: System.Call, turn: Int, error: Errno) throws {
        let folder = try Self.folder()
        let words = String(SettingsError.words(of: error))
        try failing(call, turn, with: error) {
            #expect(throws: SettingsText.error("FILE: can't be read: \(words)")) {
                try SettingsText.load(in: folder)
            }
        }
    }

    @Test(arguments: [(System.Call.open, 1), (.status, 1), (.read, 1)])
    func goesOnAfterASignal(call: System.Call, turn: Int) throws {
        let folder = try Self.folder()
        try failing(call, turn, with: .interrupted) {
            let settings = try SettingsText.load(in: folder)
            #expect(settings.tries == 3)
        }
    }

    @Test func isInItsPlace() {
        #expect(String(Settings.standardFile.bytes) == "/etc/security/pattern.conf")
    }

    @Test func closesWhatItOpened() async {
        await #expect(processExitsWith: .success) {
            let folder = try Self.folder()
            _ = try SettingsText.load(in: folder)
            for call in [System.Call.open, .status, .read] {
                try failing(call, 1, with: .inputOutput) { _ = try? SettingsText.load(in: folder) }
                _ = try SettingsText.load(in: folder)
            }
            try folder.setMode(0o666, of: "pattern.conf")
            _ = try? SettingsText.load(in: folder)
            #expect(try OpenFiles.count(in: folder) == 0)
        }
    }
}

extension SettingsError {
    /// The system's words for an error.
    fileprivate static func words(of error: Errno) -> [UInt8] {
        var line = Line()
        line.add(error)
        return line.bytes
    }
}
