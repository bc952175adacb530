package import PatternGrid

/// Typed text on its way to the hasher: read by the grid's rules, then written in canonical form.
package enum SecretPattern {
    /// Why there is no canonical text.
    package enum Failure: Error, Equatable, Sendable {
        /// The text is no pattern of this grid.
        case typed(TypedError)
        /// No memory.
        case noMemory
    }

    /// The canonical text, `3x3:1-2-3-6-9`, of what was typed.
    package static func canonicalText(
        of typed: Span<UInt8>, keypad: Keypad, grid: Grid
    ) throws(Failure) -> Secret {
        let text = try read(typed, keypad: keypad, grid: grid) { nodes in
            Secret(capacity: Grid.maximumTextLength) { grid.writeCanonical(nodes, into: &$0) }
        }
        guard let text else { throw .noMemory }
        return text
    }

    /// How many nodes a canonical text names.
    package static func nodeCount(ofCanonical text: borrowing Secret) -> Int {
        let text = text.span
        var count = 1
        for index in text.indices where text[index] == UInt8(ascii: "-") {
            count += 1
        }
        return count
    }

    /// Reads a typed line, and lets `body` see its nodes, which are wiped afterwards.
    package static func read<Result: ~Copyable>(
        _ typed: Span<UInt8>, keypad: Keypad, grid: Grid, _ body: (Span<Node>) -> Result
    ) throws(Failure) -> Result {
        guard let memory = WipedMemory(size: grid.nodeCount * MemoryLayout<Node>.stride) else {
            throw .noMemory
        }
        // SAFETY: the memory has room for `nodeCount` nodes, and outlives the spans over it.
        let buffer = unsafe UnsafeMutableBufferPointer(
            start: memory.pointer.bindMemory(to: Node.self, capacity: grid.nodeCount),
            count: grid.nodeCount)
        var nodes = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
        do throws(TypedError) {
            try grid.read(typed, keypad: keypad, into: &nodes)
        } catch {
            throw .typed(error)
        }
        return body(nodes.span)
    }
}
