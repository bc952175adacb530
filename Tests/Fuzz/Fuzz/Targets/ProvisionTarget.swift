import PatternGrid
import PatternVault

@testable import PatternControl

/// The text of export and import: nothing is passed over in silence, and nothing is written that the module
/// could not read.
enum ProvisionTarget {
    static func run(_ feed: inout Feed) {
        let hasWanted = feed.flag(oneIn: 4)
        let bytes = feed.rest()
        let file = RecordFile(parsing: bytes.span)
        for record in file.entries.map(\.record) {
            let line = Array(record.line.dropLast())
            let again = try? PortableRecord(parsing: line.span)
            claim(again == record, "a record is written as it was read")
        }
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count
        if file.refusals.isEmpty {
            claim(
                RecordFile.text(of: file.entries.map(\.record)) == bytes, "a file is written as it was read")
            claim(file.entries.count == lines - 2, "no line is passed over")
        }
        claim(
            file.refusals.allSatisfy { (1...lines).contains($0.number) && !$0.reason.isEmpty },
            "a refusal has a line")
        plan(file, hasWanted ? Account(name: Array("alice".utf8), uid: 1000) : nil)
    }

    private static func plan(_ file: RecordFile, _ wanted: Account?) {
        do throws(Failure) {
            // Names with an even first byte exist; some share a uid.
            let plan = try ImportPlan(file, only: wanted) { name throws(Failure) in
                name[0] % 2 == 1 ? nil : Account(name: name, uid: UInt32(name[0] / 4))
            }
            claim(plan.refusals.count >= file.refusals.count, "a refusal stays one")
            claim(
                Set(plan.credentials.map(\.uid)).count == plan.credentials.count, "an account has one record")
            for credential in plan.credentials {
                let read = try? Credential(parsing: credential.text.span)
                claim(read == credential, "the module reads what is written")
                claim(wanted.map { $0.name == credential.name } ?? true, "only who is wanted")
            }
        } catch {
            claim(wanted != nil, "only a wanted account can be missing")
        }
    }
}
