import Foundation
import PatternVault
import Testing

@testable import PatternControl

/// A file that `export` writes: whole, for its owner alone, or not there at all.
struct NewFileTests {
    private static let text = Array("pam_pattern credentials 1\n".utf8)

    /// A folder of the test's own, and a file in it.
    private func inFolder(_ body: (_ folder: URL, _ path: borrowing Path) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = Array(folder.appending(path: "records").path().utf8)
        guard let path = Path(absolute: bytes.span) else {
            Issue.record("no path")
            return
        }
        try body(folder, path)
    }

    private func contents(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path())
    }

    private func error(of path: borrowing Path) -> Errno? {
        do throws(Errno) {
            try NewFile.create(path, Self.text)
            return nil
        } catch {
            return error
        }
    }

    /// ENOTSUP and EISDIR: what file systems and kernels without O_TMPFILE say, open(2).
    @Test(arguments: [nil, Errno.notSupported, Errno.isFolder])
    func isWholeAndForItsOwnerAlone(error: Errno?) throws {
        try inFolder { folder, path in
            let plan = Faults(.openNameless, turn: error == nil ? 0 : 1, error: error ?? .notSupported)
            try Faults.$plan.withValue(plan) { try NewFile.create(path, Self.text) }
            let file = folder.appending(path: "records")
            #expect(try Data(contentsOf: file) == Data(Self.text))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path())
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try contents(folder) == ["records"])
        }
    }

    @Test(arguments: [false, true])
    func leavesWhatIsThere(isNameless: Bool) throws {
        try inFolder { folder, path in
            let file = folder.appending(path: "records")
            try Data("other".utf8).write(to: file)
            let plan = Faults(.openNameless, turn: isNameless ? 0 : 1, error: .notSupported)
            Faults.$plan.withValue(plan) { #expect(error(of: path) == .fileExists) }
            #expect(try Data(contentsOf: file) == Data("other".utf8))
        }
    }

    @Test(arguments: [System.Call.openNameless, .name, .changeMode, .write, .sync])
    func leavesNothingWhereACallFails(call: System.Call) throws {
        try inFolder { folder, path in
            Faults.$plan.withValue(Faults(call, turn: 1, error: .inputOutput)) {
                #expect(error(of: path) == .inputOutput)
            }
            let left = try contents(folder)
            #expect(left == [])
        }
    }
}
