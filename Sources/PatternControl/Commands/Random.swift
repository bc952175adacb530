internal import Languages
package import PatternGrid
package import PatternVault

/// `patternctl random`: patterns drawn at random, to choose one. It stores nothing.
package struct Random {
    /// The nodes of a pattern unless `--length` or min_nodes says otherwise: 26,016 patterns on 3x3.
    static let usualLength = 6

    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws(Failure) {
        let settings = try Session(options).settings
        let grid = options.grid ?? settings.grid
        let length = try Random.length(options.length, on: grid, minimumNodes: settings.minimumNodes)
        let blocklist = try BlocklistRule(settings).list
        let space = PatternSpace(grid: grid)
        var numbers = RandomNumbers(Random.word)
        for _ in 0..<(options.count ?? 1) {
            try show(try Random.draw(length, from: space, &numbers) { !blocklist.blocks($0) })
        }
    }

    /// Draws a pattern that new ones may be; `isAllowed` tells whether one is refused for being common.
    package static func draw(
        _ length: PatternSpace.RandomLength, from space: PatternSpace,
        _ numbers: inout RandomNumbers<Errno>,
        where isAllowed: (Pattern) -> Bool
    ) throws(Failure) -> Pattern {
        do throws(Errno) {
            if let pattern = try space.random(length, using: &numbers, where: isAllowed) { return pattern }
        } catch {
            throw Failure(.unusable, say("no random numbers (%1); see getrandom(2)", error.text))
        }
        throw Failure(
            .refused, say("no pattern of this length is allowed; choose another --length or --grid"))
    }

    /// The lengths to draw from, those that a new pattern may have.
    package static func length(
        _ asked: Options.Length?, on grid: Grid, minimumNodes: Int
    ) throws(Failure) -> PatternSpace.RandomLength {
        guard minimumNodes <= grid.nodeCount else {
            throw Failure(
                .refused,
                say(
                    "pattern.conf asks for %1 dots (min_nodes), and %2 has %3; choose a larger --grid",
                    "\(minimumNodes)", grid.text, "\(grid.nodeCount)"))
        }
        switch asked {
        case .any: return .atLeast(minimumNodes)
        case nil: return .exactly(max(usualLength, minimumNodes))
        case .nodes(let count):
            guard count <= grid.nodeCount else {
                throw Failure(
                    .usage,
                    say(
                        "--length %1: %2 has %3 dots; see patternctl --help", "\(count)", grid.text,
                        "\(grid.nodeCount)"))
            }
            guard count >= minimumNodes else {
                throw Failure(
                    .refused,
                    say(
                        "--length %1: pattern.conf asks for %2 dots (min_nodes); choose more", "\(count)",
                        "\(minimumNodes)"))
            }
            return .exactly(count)
        }
    }

    /// 64 bits of getrandom(2).
    package static func word() throws(Errno) -> UInt64 {
        var failure: Errno?
        let bytes = [UInt8](capacity: 8) { bytes in
            do throws(Errno) {
                try System.random(into: &bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func show(_ pattern: Pattern) throws(Failure) {
        if options.json {
            try Output.print(JSON.object(Explanation(of: pattern).fields).text)
        } else {
            for line in PatternText.lines(of: pattern) { try Output.print(line) }
        }
    }
}
