import PatternGrid
import PatternStroke
import TestSupport
import Testing

/// The points that a hand on a pad leads a pointer through.
enum Route {
    /// Straight from centre to centre, with so many samples a step; with one, only the end points.
    static func straight(_ nodes: [Int], samples: Int, on pad: Pad) throws -> [Point] {
        sampled(try nodes.map { try pad.center($0) }, samples: samples)
    }

    /// From node to node between the others: out to the middle of four, along a column, along a row, in.
    ///
    /// The way never comes nearer than half a step to a node that is not meant, so this draws any
    /// nodes in any order on any grid.
    static func around(_ nodes: [Int], samples: Int, on pad: Pad) throws -> [Point] {
        let rules = NaiveRules(side: pad.grid.side)
        var corners = [try pad.center(try #require(nodes.first))]
        for (start, end) in zip(nodes, nodes.dropFirst()) where start != end {
            let (from, to) = (rules.place(start), rules.place(end))
            let right = from.x < to.x ? 0.5 : -0.5
            let down = from.y < to.y ? 0.5 : -0.5
            corners.append(try pad.place(start, right: right, down: down))
            corners.append(try pad.place(start, right: right, down: Double(to.y - from.y) - down))
            corners.append(try pad.place(end, right: -right, down: -down))
            corners.append(try pad.center(end))
        }
        return sampled(corners, samples: samples)
    }

    /// Cuts each straight piece into so many.
    static func sampled(_ corners: [Point], samples: Int) -> [Point] {
        guard let first = corners.first else { return [] }
        var points = [first]
        for (start, end) in zip(corners, corners.dropFirst()) {
            for sample in 1...samples {
                let part = Double(sample) / Double(samples)
                points.append(
                    sample == samples
                        ? end
                        : Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
            }
        }
        return points
    }
}
