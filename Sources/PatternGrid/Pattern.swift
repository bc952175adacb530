/// The canonical, ordered list of distinct nodes that a drawing or a typed line stands for.
///
/// For showing, explaining and enumerating. It can be copied and wipes nothing: a secret on its way
/// to a hash stays in the vault's `Secret` instead.
package struct Pattern: Equatable, Hashable, Sendable {
    /// The grid it is drawn on.
    package let grid: Grid

    /// The nodes in order, each once; what a step jumps over was visited before.
    package let nodes: [Node]

    /// Makes the pattern of a drawing that visits these nodes, by the rules of the grid.
    ///
    /// Total: nodes that the grid lacks are passed over. It may be shorter than
    /// ``Grid/minimumLength``, see ``isLongEnough``.
    package init(visiting visited: some Sequence<Node>, on grid: Grid) {
        self.grid = grid
        nodes = Array(capacity: grid.nodeCount) { nodes in
            for node in visited {
                grid.visit(node, in: &nodes)
            }
        }
    }

    /// Reads a typed line, see ``Grid/read(_:keypad:into:)``.
    package init(typed text: Span<UInt8>, keypad: Keypad, on grid: Grid) throws(TypedError) {
        self.grid = grid
        var failure: TypedError?
        nodes = Array(capacity: grid.nodeCount) { nodes in
            do throws(TypedError) {
                try grid.read(text, keypad: keypad, into: &nodes)
            } catch {
                failure = error
            }
        }
        if let failure {
            throw failure
        }
    }

    /// Tells whether it has the least length that a pattern may have.
    package var isLongEnough: Bool { nodes.count >= Grid.minimumLength }

    /// The numbers with dashes, `1-2-3-6-9`.
    package var numbers: [UInt8] {
        Array(capacity: Grid.maximumTextLength) { Grid.writeNumbers(nodes.span, into: &$0) }
    }

    /// The canonical text with the grid in front, `3x3:1-2-3-6-9`.
    package var canonicalText: [UInt8] {
        Array(capacity: Grid.maximumTextLength) { grid.writeCanonical(nodes.span, into: &$0) }
    }
}

extension Array {
    /// Makes an array by appending to a span of a given capacity.
    package init(capacity: Int, _ body: (inout OutputSpan<Element>) -> Void) {
        self = unsafe Array(unsafeUninitializedCapacity: capacity) { buffer, count in
            // SAFETY: the span stays inside this closure and is finalized for the buffer it was made of.
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            body(&output)
            count = unsafe output.finalize(for: buffer)
        }
    }
}
