/// Reading a pattern from typed text and writing its canonical form.
///
/// All work is on bytes: nothing here needs Unicode tables, and any bytes whatever may come in.
extension Grid {
    /// The longest canonical text, in bytes: `6x6:`, 9 numbers of one digit, 27 of two, 35 dashes.
    package static var maximumTextLength: Int { 4 + 9 + 27 * 2 + 35 }

    /// Reads a typed line into the pattern it stands for.
    ///
    /// On 3x3 the keypad's symbols; on larger grids node numbers with separators; on every grid the
    /// canonical form (`3x3:1-2-3-6-9`), which must name this grid. Separators are blanks, `-`, `,`
    /// and `.`, anywhere and any number. `nodes` must be empty, with room for ``nodeCount``.
    package func read(
        _ text: Span<UInt8>, keypad: Keypad, into nodes: inout OutputSpan<Node>
    ) throws(TypedError) {
        guard !text.isEmpty else { throw .empty }
        if let named = Grid.prefix(of: text) {
            guard named == self else { throw .notAPattern }
            try readNumbers(text, from: Grid.prefixLength, into: &nodes)
        } else if side == Grid.phone.side {
            try readSymbols(text, keypad: keypad, into: &nodes)
        } else {
            try readNumbers(text, from: 0, into: &nodes)
        }
        guard nodes.count > 0 else { throw .notAPattern }
        guard nodes.count >= Grid.minimumLength else { throw .tooShort }
    }

    /// The grid that a text in canonical form names in front (`4x4:`), nil for any other text.
    package static func prefix(of text: Span<UInt8>) -> Grid? {
        guard text.count >= prefixLength, text[3] == UInt8(ascii: ":") else { return nil }
        return Grid(named: text.extracting(0..<3))
    }

    /// Makes the grid with a name like `3x3`; nil for any other name.
    package init?(named name: Span<UInt8>) {
        guard name.count == 3, name[0] == name[2], name[1] == UInt8(ascii: "x") else { return nil }
        self.init(side: Int(name[0]) - Int(UInt8(ascii: "0")))
    }

    /// Appends the grid's name, `3x3`; passes over what does not fit.
    package func writeName(into text: inout OutputSpan<UInt8>) {
        Grid.write(side, into: &text)
        Grid.write(byte: UInt8(ascii: "x"), into: &text)
        Grid.write(side, into: &text)
    }

    /// Appends the canonical text of a pattern with the grid in front, `3x3:1-2-3-6-9`: what is
    /// hashed. `text` must have room for ``maximumTextLength``.
    package func writeCanonical(_ nodes: Span<Node>, into text: inout OutputSpan<UInt8>) {
        writeName(into: &text)
        Grid.write(byte: UInt8(ascii: ":"), into: &text)
        Grid.writeNumbers(nodes, into: &text)
    }

    /// Appends the node numbers with dashes between them, `1-2-3-6-9`.
    package static func writeNumbers(_ nodes: Span<Node>, into text: inout OutputSpan<UInt8>) {
        for index in nodes.indices {
            if index > 0 {
                write(byte: UInt8(ascii: "-"), into: &text)
            }
            write(Int(nodes[index].number), into: &text)
        }
    }

    private static var prefixLength: Int { 4 }

    private func readSymbols(
        _ text: Span<UInt8>, keypad: Keypad, into nodes: inout OutputSpan<Node>
    ) throws(TypedError) {
        for index in text.indices where !Grid.isSeparator(text[index]) {
            guard let node = keypad.node(for: text[index]) else { throw .notAPattern }
            visit(node, in: &nodes)
        }
    }

    /// Reads numbers of one or two digits without a leading zero, each a node of the grid.
    private func readNumbers(
        _ text: Span<UInt8>, from start: Int, into nodes: inout OutputSpan<Node>
    ) throws(TypedError) {
        var number = 0
        for index in start..<text.count {
            let byte = text[index]
            if Grid.isSeparator(byte) {
                try visit(number: number, in: &nodes)
                number = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw .notAPattern }
            let next = number * 10 + Int(byte - UInt8(ascii: "0"))
            // Also keeps a leading zero out, and the number from growing.
            guard (1...nodeCount).contains(next) else { throw .notAPattern }
            number = next
        }
        try visit(number: number, in: &nodes)
    }

    /// Visits a node that was read; 0 is the nothing between two separators.
    private func visit(number: Int, in nodes: inout OutputSpan<Node>) throws(TypedError) {
        guard number > 0 else { return }
        guard let number = UInt8(exactly: number) else { throw .notAPattern }
        visit(Node(number), in: &nodes)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: ","),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Appends a number of one or two digits.
    private static func write(_ number: Int, into text: inout OutputSpan<UInt8>) {
        if number >= 10 {
            write(byte: UInt8(truncatingIfNeeded: number / 10 % 10) + UInt8(ascii: "0"), into: &text)
        }
        write(byte: UInt8(truncatingIfNeeded: number % 10) + UInt8(ascii: "0"), into: &text)
    }

    private static func write(byte: UInt8, into text: inout OutputSpan<UInt8>) {
        guard !text.isFull else { return }
        text.append(byte)
    }
}
