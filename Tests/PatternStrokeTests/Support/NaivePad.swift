import PatternStroke

/// Which nodes a line crosses, once more: from the view's numbers alone, by solving for the places
/// where the line enters each circle.
struct NaivePad {
    /// Nodes along one side.
    let side: Int
    /// The centre of node 1.
    let first: Point
    /// From centre to centre, across and down.
    let pitch: (x: Double, y: Double)

    /// Takes the two nodes at the ends of the diagonal from a pad.
    init(side: Int, first: Point, last: Point) {
        self.side = side
        self.first = first
        pitch = ((last.x - first.x) / Double(side - 1), (last.y - first.y) / Double(side - 1))
    }

    /// The nodes that a line of straight pieces crosses, with repeats.
    func crossed(by points: [Point]) -> [Int] {
        guard var last = points.first else { return [] }
        var crossed = line(last, last)
        for point in points.dropFirst() {
            crossed += line(last, point)
            last = point
        }
        return crossed
    }

    /// The nodes whose circles of 5/16 steps a straight line enters or starts in, in order.
    private func line(_ start: Point, _ end: Point) -> [Int] {
        var entered: [(when: Double, node: Int)] = []
        for node in 1...(side * side) {
            let (column, row) = (Double((node - 1) % side), Double((node - 1) / side))
            let startX = (start.x - first.x) / pitch.x - column
            let startY = (start.y - first.y) / pitch.y - row
            let (stepX, stepY) = ((end.x - start.x) / pitch.x, (end.y - start.y) / pitch.y)
            // a t^2 + 2 b t + c = 0
            let a = stepX * stepX + stepY * stepY
            let b = startX * stepX + startY * stepY
            let c = startX * startX + startY * startY - (5.0 / 16) * (5.0 / 16)
            if c <= 0 {
                entered.append((0, node))
            } else if a > 0, b * b >= a * c {
                let when = (-b - (b * b - a * c).squareRoot()) / a
                if (0...1).contains(when) {
                    entered.append((when, node))
                }
            }
        }
        return entered.sorted { $0.when < $1.when }.map(\.node)
    }
}
