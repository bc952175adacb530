internal import PatternGrid

/// What to show.
extension Stroke {
    /// What to show as of the last event.
    package var scene: Scene {
        Scene(
            hint: hint, nodes: marks, nodeSize: geometry?.nodeSize ?? Size(width: 0, height: 0),
            segments: segments, trail: trail)
    }

    private var hint: Hint {
        switch phase {
        case .idle: geometry == nil ? .tooSmall : .draw
        case .drawing: contact?.course == .outside || contact == nil ? .goOn : .lift
        case .reported: .wait
        case .right: .right
        case .wrong(_, let fault): .wrong(fault)
        case .locked(let until): .locked(seconds: until.map { now.seconds(until: $0) })
        }
    }

    private var marks: [NodeMark] {
        var marks: [NodeMark] = []
        marks.reserveCapacity(grid.nodeCount)
        for row in 0..<grid.side {
            for column in 0..<grid.side {
                guard let node = grid.node(row: row, column: column), let center = geometry?.center(of: node)
                else { continue }
                marks.append(mark(node, at: center))
            }
        }
        return marks
    }

    private func mark(_ node: Node, at center: Point) -> NodeMark {
        let turn = isStealthy ? nil : visited.turn(of: node)
        let isMarked = isChoosing && !isStealthy && phase == .drawing
        return NodeMark(
            node: node, center: center, state: turn.map { state(atTurn: $0) } ?? .free,
            turn: turn.map { $0 + 1 }, reach: isMarked ? reach(of: node) : nil, hasFocus: focus == node)
    }

    private func state(atTurn turn: Int) -> NodeMark.State {
        switch phase {
        case .drawing: turn == visited.count - 1 ? .current : .visited
        case .right: .right
        case .wrong: .wrong
        // Nothing is visited while idle or locked.
        case .idle, .locked, .reported: .visited
        }
    }

    private var segments: [Scene.Segment] {
        guard !isStealthy, let geometry else { return [] }
        var segments: [Scene.Segment] = []
        segments.reserveCapacity(grid.nodeCount)
        var previous: Point?
        let nodes = visited.span
        for index in nodes.indices {
            guard let center = geometry.center(of: nodes[index]) else { continue }
            if let previous {
                segments.append(Scene.Segment(start: previous, end: center))
            }
            previous = center
        }
        return segments
    }

    private var trail: Scene.Segment? {
        guard !isStealthy, let contact, contact.course != .outside, let place = contact.place,
            let last = visited.span.last, let center = geometry?.center(of: last)
        else { return nil }
        return Scene.Segment(start: center, end: place)
    }
}
