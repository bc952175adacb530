// 128-bit numbers and generic errors; the module draws nothing at random.
#if !hasFeature(Embedded)
    extension PatternSpace {
        /// Which lengths a random pattern may have.
        package enum RandomLength: Equatable, Sendable {
            /// So many nodes.
            case exactly(Int)
            /// So many or more, all patterns alike: most of a large grid are as long as the grid has nodes.
            case atLeast(Int)
        }

        /// How many patterns in a row may be refused before there seems to be none that is allowed.
        private static var patience: Int { 100_000 }

        /// Draws a pattern: each one of the length that is allowed is as likely as any other.
        ///
        /// Distinct nodes are drawn and dropped where a step jumps over a node that was not visited, so what
        /// is left is uniform on every grid. At worst, of all 36 nodes of a 6x6 grid, one drawing in 3,100
        /// stays, and most are dropped after two or three nodes.
        ///
        /// Returns nil where there is no such pattern, or none is allowed among ``patience``.
        package func random<Failure: Error>(
            _ length: RandomLength, using numbers: inout RandomNumbers<Failure>,
            where isAllowed: (Pattern) -> Bool
        ) throws(Failure) -> Pattern? {
            let lengths: ClosedRange<Int>
            switch length {
            case .exactly(let count):
                guard (Grid.minimumLength...grid.nodeCount).contains(count) else { return nil }
                lengths = count...count
            case .atLeast(let count):
                guard count <= grid.nodeCount else { return nil }
                lengths = max(count, Grid.minimumLength)...grid.nodeCount
            }
            var order = (0..<grid.nodeCount).map { UInt8($0) }
            for _ in 0..<PatternSpace.patience {
                var count: Int?
                while count == nil {
                    count = try draw(lengths, into: &order, using: &numbers)
                }
                let nodes = order.prefix(count ?? 0).map { Node($0 + 1) }
                let pattern = Pattern(visiting: nodes, on: grid)
                if isAllowed(pattern) { return pattern }
            }
            return nil
        }

        /// Draws distinct nodes into the front of `order`, which may hold the nodes in any order.
        ///
        /// Returns how many, or nil as soon as a step is illegal. All sequences of the lengths are alike:
        /// where r nodes are left, `endings[r]` sequences go on from here, one of which ends here.
        private func draw<Failure: Error>(
            _ lengths: ClosedRange<Int>, into order: inout [UInt8],
            using numbers: inout RandomNumbers<Failure>
        ) throws(Failure) -> Int? {
            var visited: UInt64 = 0
            for index in 0..<lengths.upperBound {
                let left = grid.nodeCount - index
                if index >= lengths.lowerBound {
                    let endings = PatternSpace.endings[left]
                    if try numbers.number(below: endings) == 0 { return index }
                }
                let chosen = index + Int(try numbers.number(below: UInt128(left)))
                order.swapAt(index, chosen)
                let node = Int(order[index])
                if index > 0, !isLegal(from: Int(order[index - 1]), to: node, visited: visited) {
                    return nil
                }
                visited |= 1 << UInt64(node)
            }
            return lengths.upperBound
        }

        /// The number of sequences of distinct nodes, the empty one among them, out of r nodes: 1 for ending,
        /// and r times as many as out of r - 1. 128 bits hold it up to r = 32, which are left on 6x6 after
        /// ``Grid/minimumLength`` nodes.
        private static let endings: [UInt128] = {
            var endings: [UInt128] = [1]
            for count in 1...(Grid.maximumNodeCount - Grid.minimumLength) {
                endings.append(1 + UInt128(count) * endings[count - 1])
            }
            return endings
        }()
    }
#endif
