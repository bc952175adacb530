internal import PatternGrid

/// Choosing nodes one by one.
extension Stroke {
    /// A byte is typed.
    mutating func type(_ byte: UInt8) -> Outcome {
        // The keypads' symbols are the nodes of 3x3; on 4x4 a 1 could be node 1 or begin node 12.
        guard grid == .phone, let node = keypad.node(for: byte) else { return .none }
        return choose(node)
    }

    /// A node is chosen.
    mutating func choose(_ node: Node) -> Outcome {
        if takesKeys {
            visit(node)
        }
        return .none
    }

    /// The node that has the focus is chosen; where none has, node 1 gets it: one that is not seen
    /// can't be meant.
    mutating func select() -> Outcome {
        guard let focus else { return moveFocus(to: Node(1)) }
        return choose(focus)
    }

    /// The focus moves by one row or column, and stays at the edge.
    mutating func moveFocus(_ direction: Direction) -> Outcome {
        guard let focus else { return moveFocus(to: Node(1)) }
        let (row, column) = (grid.row(of: focus), grid.column(of: focus))
        let next =
            switch direction {
            case .up: grid.node(row: row - 1, column: column)
            case .down: grid.node(row: row + 1, column: column)
            case .left: grid.node(row: row, column: column - 1)
            case .right: grid.node(row: row, column: column + 1)
            }
        return moveFocus(to: next ?? focus)
    }

    /// The focus moves to a node.
    mutating func moveFocus(to node: Node) -> Outcome {
        if takesKeys, grid.contains(node) {
            focus = node
        }
        return .none
    }

    /// The last choice is taken back.
    mutating func erase() -> Outcome {
        guard takesKeys, phase == .drawing else { return .none }
        visited.removeLastVisit()
        if visited.count == 0 {
            phase = .idle
        }
        return .none
    }

    /// Clicks and keys have chosen all.
    mutating func finish() -> Outcome {
        guard takesKeys, phase == .drawing else { return .none }
        return report()
    }

    /// A stroke is not mixed with keys.
    private var takesKeys: Bool { takesInput && contact == nil }
}
