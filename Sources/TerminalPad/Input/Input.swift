package import PatternStroke

/// What comes from a terminal: bytes and sequences of bytes, understood.
package enum Input: Equatable, Sendable {
    /// A byte by itself, a control character too.
    case byte(UInt8)
    /// An arrow key.
    case arrow(Stroke.Direction)
    /// The Delete key.
    case delete
    /// Esc, with nothing after it in time.
    case escape
    /// The mouse, or a finger that the terminal takes for one.
    case mouse(MouseReport)
}

/// What the left button does, at a character's place.
package struct MouseReport: Equatable, Sendable {
    /// What happened.
    package enum Action: Equatable, Sendable {
        case press
        case drag
        case release
        /// The mouse is gone.
        case lost
    }

    /// A character's place on the screen, from 0 at the top left.
    package struct Place: Equatable, Sendable {
        let column: Int
        let row: Int

        /// Names a place.
        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    let action: Action
    /// Where; nil beyond what the terminal can tell (223 columns in the old coding).
    let place: Place?

    /// Describes a report.
    package init(_ action: Action, at place: Place?) {
        self.action = action
        self.place = place
    }

    /// Reads what xterm reports (ctlseqs, "Mouse Tracking"): button bits, column and row from 1; nil
    /// for the wheel and other buttons.
    ///
    /// - Parameter isRelease: What the newer coding tells beside the bits; the older one has a button
    ///   number of its own for it.
    init?(bits: Int, column: Int, row: Int, isRelease: Bool) {
        let isMotion = bits & 32 != 0
        // 64 is the wheel, 128 are further buttons; 4, 8 and 16 are Shift, Meta and Control.
        guard bits >= 0, bits & ~63 == 0 else { return nil }
        switch (bits & 3, isMotion, isRelease) {
        case (0, false, false): action = .press
        case (0, true, false): action = .drag
        case (0, _, true), (3, false, false): action = .release
        default: return nil
        }
        place = column >= 1 && row >= 1 ? Place(column: column - 1, row: row - 1) : nil
    }
}
