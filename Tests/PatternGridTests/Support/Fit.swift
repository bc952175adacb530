import Foundation

/// Pearson's chi-square of counts against shares.
struct Fit {
    /// How likely counts as far from the shares as these, or farther, are.
    let probability: Double

    /// Compares each count with its share, in whatever unit.
    init(_ cells: some Sequence<(Int, Int)>) {
        let cells = Array(cells)
        let total = Double(cells.map(\.0).reduce(0, +))
        let shares = Double(cells.map(\.1).reduce(0, +))
        var distance = 0.0
        for (count, share) in cells {
            let expected = total * Double(share) / shares
            distance += (Double(count) - expected) * (Double(count) - expected) / expected
        }
        let freedom = Double(cells.count - 1)
        // Wilson and Hilferty, PNAS 1931: the cube root is nearly normal.
        let spread = 2 / (9 * freedom)
        let deviation = (cbrt(distance / freedom) - (1 - spread)) / spread.squareRoot()
        probability = freedom == 0 ? 1 : erfc(deviation / 2.0.squareRoot()) / 2
    }
}
