/// A time on a clock that never goes back, in milliseconds from any start.
///
/// It comes in with each event; nothing here reads a clock.
package struct Moment: Equatable, Comparable, Sendable {
    /// Milliseconds since the clock's start.
    package let milliseconds: UInt64

    /// Makes the moment so many milliseconds after the clock's start.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    /// Tells which of two comes first.
    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment so many milliseconds later, or the last there is.
    func later(by milliseconds: UInt64) -> Moment {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return Moment(milliseconds: overflow ? .max : sum)
    }

    /// The moment so many whole seconds later, or the last there is.
    func later(bySeconds seconds: UInt64) -> Moment {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return later(by: overflow ? .max : product)
    }

    /// Seconds until another moment, rounded up, so that 0 means it has come.
    func seconds(until other: Moment) -> Int {
        guard other > self else { return 0 }
        // At most UInt64.max / 1,000 + 1, which an Int holds.
        return Int((other.milliseconds - milliseconds - 1) / 1_000 + 1)
    }
}
