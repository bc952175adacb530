import Glibc
import PatternGrid

/// What Benchmarks/space.py measures of PatternGrid.
///
/// Usage: `space-benchmark sets|search|ranks RUNS` prints the number of patterns and the nanoseconds of CPU
/// time of a run; `space-benchmark draws COUNT` draws that many patterns of length 4 from a fixed seed and
/// prints the chi-square over all of them, and its degrees of freedom.
@main
enum Main {
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 3, let number = Int(words[2]), number > 0 else { exit(2) }
        switch words[1] {
        case "sets": measure(number, countBySets)
        case "search": measure(number, countBySearch)
        case "ranks": measure(number, rankAll)
        case "draws": draw(number)
        default: exit(2)
        }
    }

    private static func countBySets() -> Int {
        PatternSpace(grid: .phone).counts(upTo: 9).dropFirst(Grid.minimumLength - 1).reduce(0, +)
    }

    private static func countBySearch() -> Int {
        var count = 0
        PatternSpace(grid: .phone).forEach(lengths: Grid.minimumLength...9) { _ in count += 1 }
        return count
    }

    /// All three meters.
    private static func rankAll() -> Int {
        Ranking().distribution(of: .sun).reduce(0) { $0 + $1.count }
    }

    private static func measure(_ runs: Int, _ body: () -> Int) {
        var patterns = 0
        let start = spent()
        for _ in 0..<runs { patterns = body() }
        print(patterns, (spent() - start) / runs)
    }

    /// CPU time of this process in nanoseconds.
    private static func spent() -> Int {
        var time = timespec()
        // SAFETY: `time` lives through the call, which fills it.
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { exit(2) }
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func draw(_ total: Int) {
        let space = PatternSpace(grid: .phone)
        var generator = SplitMix(state: 20_261_130)
        var numbers = RandomNumbers { generator.next() }
        var counts = [Int](repeating: 0, count: 10_000)
        for _ in 0..<total {
            let pattern = space.random(.exactly(4), using: &numbers) { _ in true }
            guard let pattern else { exit(1) }
            counts[pattern.nodes.reduce(0) { $0 * 10 + Int($1.number) }] += 1
        }
        let classes = space.counts(upTo: 4)[3]
        let drawn = counts.filter { $0 > 0 }
        let expected = Double(total) / Double(classes)
        let missed = Double(classes - drawn.count) * expected
        let distance = drawn.reduce(missed) { sum, count in
            sum + (Double(count) - expected) * (Double(count) - expected) / expected
        }
        print(distance, classes - 1)
    }
}

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
