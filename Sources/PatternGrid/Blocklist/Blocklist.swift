// Only what sets patterns needs it; checking one knows no list.
#if !hasFeature(Embedded)
    /// Patterns that nobody may choose.
    ///
    /// An entry blocks itself on its own grid. On every larger grid it blocks its shape: the same
    /// drawing, moved to any place and scaled to any size at which its corners fall on nodes.
    package struct Blocklist: Sendable {
        /// The entries.
        private let entries: [Entry]

        private struct Entry: Sendable {
            let pattern: Pattern
            let shape: Shape
        }

        /// Blocks these patterns.
        package init(_ patterns: some Sequence<Pattern>) {
            entries = patterns.map { Entry(pattern: $0, shape: Shape($0.nodes.span, on: $0.grid)) }
        }

        /// Blocks nothing.
        package static let none = Blocklist([])

        /// The 100 patterns that people choose most.
        ///
        /// 30 guesses open 24 % of the patterns that people choose, and 2 % where the common ones are
        /// refused (Munyendo, Grant, Markert, Forman, Aviv: Using a Blocklist to Improve the Security of
        /// User Selection of Android Patterns, SOUPS 2021).
        package static let common = Blocklist(FrequentPatterns.all.prefix(FrequentPatterns.commonCount))

        /// Those, turned and mirrored in every way and drawn from the other end.
        package static let strict: Blocklist = {
            var patterns = Set<Pattern>()
            for pattern in FrequentPatterns.all.prefix(FrequentPatterns.commonCount) {
                for symmetry in Symmetry.all {
                    let image = pattern.applying(symmetry)
                    patterns.insert(image)
                    if let reversed = image.reversed { patterns.insert(reversed) }
                }
            }
            return Blocklist(patterns)
        }()

        /// How many entries there are.
        package var count: Int { entries.count }

        /// The entries, in no order that means anything.
        package var patterns: [Pattern] { entries.map(\.pattern) }

        /// Tells whether a pattern is blocked.
        package func blocks(_ pattern: Pattern) -> Bool {
            blocks(pattern.nodes.span, on: pattern.grid)
        }

        /// Tells whether the canonical nodes of a grid are blocked. It keeps no copy of them.
        package func blocks(_ nodes: Span<Node>, on grid: Grid) -> Bool {
            let frame = Shape.Frame(nodes, on: grid)
            for entry in entries {
                let isBlocked =
                    entry.pattern.grid == grid
                    ? entry.pattern.nodes.span.equals(nodes)
                    : entry.pattern.grid.side < grid.side && entry.shape.matches(nodes, in: frame, on: grid)
                if isBlocked { return true }
            }
            return false
        }
    }

    extension Span<Node> {
        /// Tells whether two lists of nodes are the same.
        fileprivate func equals(_ other: Span<Node>) -> Bool {
            guard count == other.count else { return false }
            for index in indices where self[index] != other[index] {
                return false
            }
            return true
        }
    }
#endif
