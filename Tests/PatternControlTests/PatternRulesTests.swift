import PatternGrid
import PatternVault
import Testing

@testable import PatternControl

/// What a new pattern must be.
struct PatternRulesTests {
    private func refusal(
        of typed: String, grid: Grid? = nil, _ change: (inout Settings) -> Void = { _ in }
    ) throws -> Failure? {
        var settings = Settings()
        change(&settings)
        let rules = try PatternRules(settings, grid: grid)
        guard let text = Secret(copying: Array(typed.utf8).span) else { throw Failure(.refused, "no memory") }
        do throws(Failure) {
            _ = try rules.canonicalText(of: text)
            return nil
        } catch {
            return error
        }
    }

    /// A pattern outside the list, one of it beyond the first hundred, and the mirror image of one.
    @Test(arguments: ["741683", "1-5-2-3-6-8-4", "32147"])
    func othersAreTaken(typed: String) throws {
        #expect(try refusal(of: typed) == nil)
    }

    @Test func aCommonOneIsRefusedByNameAndAnotherOffered() throws {
        let failure = try #require(try refusal(of: "12369"))
        #expect(failure.code == .refused)
        let parts = failure.message.split(separator: "; for example, ")
        #expect(parts.first == "too common: one of the 100 that people choose most")
        let offered = try #require(parts.last?.split(separator: " ").first)
        #expect(parts.last?.hasSuffix(" is not") == true)
        #expect(try refusal(of: String(offered)) == nil)
        #expect(offered.split(separator: "-").count == 6)
    }

    @Test func strictRefusesMirrorImages() throws {
        #expect(try refusal(of: "3-2-1-4-7") == nil)
        let failure = try #require(try refusal(of: "3-2-1-4-7") { $0.blocklist = .strict })
        #expect(
            failure.message.hasPrefix(
                "too common: one that people choose most, or its mirror image or reverse; for example, "))
    }

    @Test func noneRefusesNothing() throws {
        #expect(try refusal(of: "12369") { $0.blocklist = .none } == nil)
    }

    @Test func largerGridsRefuseTheShape() throws {
        let failure = try #require(try refusal(of: "1-2-3-4-8-12-16", grid: Grid(side: 4)))
        #expect(
            failure.message.hasPrefix(
                "too common: looks like one of the 100 that people choose most; for example, "))
    }

    /// Digits of another keypad than a phone's would be other nodes.
    @Test func offersNodeNumbersWhereDigitsMeanOthers() throws {
        let failure = try #require(try refusal(of: "3x3:1-2-3-6-9") { $0.keypad = .numpad })
        #expect(failure.message.contains("; for example, 3x3:"))
    }

    @Test func tellsAGridThatIsTooSmall() throws {
        var settings = Settings()
        settings.minimumNodes = 10
        let failure = #expect(throws: Failure.self) { try PatternRules(settings) }
        #expect(
            failure
                == Failure(
                    .unusable,
                    "min_nodes is 10, but a 3x3 grid has 9 dots; correct pattern.conf, or give another --grid"
                ))
        #expect(try PatternRules(settings, grid: Grid(side: 4)).minimumNodes == 10)
    }

    @Test func tellsAFileThatCannotBeRead() {
        var settings = Settings()
        settings.blocklist = .file(Path("/nowhere/patterns"))
        let failure = #expect(throws: Failure.self) { try PatternRules(settings) }
        #expect(
            failure == Failure(.unusable, "blocklist: /nowhere/patterns: does not exist; correct that file"))
    }
}
