internal import PatternGrid
internal import PatternStroke

/// Draws a scene's nodes and lines on a frame.
struct Painter {
    let scene: Scene
    let layout: Layout

    /// Draws them with braille's dots.
    func paintDots(on frame: inout Frame) {
        var canvas = DotCanvas(columns: layout.columns, rows: layout.padRows)
        let diameter = scene.nodeSize.width
        let width = max(1.6, min(diameter * 0.2, 2.4))
        for segment in lines {
            canvas.addLine(segment, width: width, style: lineStyle)
        }
        for mark in scene.nodes {
            paintDot(mark, radius: max(diameter / 2, 1.6), on: &canvas)
        }
        canvas.put(on: &frame, top: layout.padTop)
        putFocus(on: &frame, distance: Int((max(diameter / 2, 1.6) / 2).rounded(.up)) + 1, units: (2, 4))
    }

    private func paintDot(_ mark: NodeMark, radius: Double, on canvas: inout DotCanvas) {
        let small = max(radius * 0.45, 1.2)
        let hasRing = radius >= 4
        let style = nodeStyle(mark)
        switch mark.state {
        case .free:
            if mark.reach == .direct, hasRing {
                canvas.addDisc(at: mark.center, radius: radius * 0.8, hole: radius * 0.8 - 1.1, style: style)
            }
            canvas.addDisc(at: mark.center, radius: small, style: style)
        case .visited, .right, .wrong:
            if hasRing {
                canvas.addDisc(at: mark.center, radius: radius, hole: radius - 1.2, style: style)
            }
            canvas.addDisc(at: mark.center, radius: hasRing ? radius * 0.5 : radius, style: style)
        case .current:
            canvas.addDisc(at: mark.center, radius: radius, style: style)
        }
    }

    /// Draws them with plain characters.
    func paintCharacters(on frame: inout Frame) {
        for segment in lines {
            paintLine(segment, on: &frame)
        }
        let pitch = scene.nodes.count > 1 ? scene.nodes[1].center.x - scene.nodes[0].center.x : 0
        for mark in scene.nodes {
            let row = layout.padTop + Int(mark.center.y)
            let column = Int(mark.center.x)
            let style = nodeStyle(mark)
            switch mark.state {
            case .free:
                frame.put(
                    mark.reach == nil || mark.reach == .direct ? "o" : ".", row: row, column: column,
                    style: style)
            case .visited, .right, .wrong, .current:
                frame.put(mark.state == .current ? "@" : "*", row: row, column: column, style: style)
                if pitch >= 4 {
                    frame.put("(", row: row, column: column - 1, style: style)
                    frame.put(")", row: row, column: column + 1, style: style)
                }
            }
        }
        putFocus(on: &frame, distance: pitch >= 4 ? 1 : 0, units: (1, 1))
    }

    private var lines: [Scene.Segment] {
        scene.segments + (scene.trail.map { [$0] } ?? [])
    }

    private var lineStyle: Frame.Style {
        switch scene.hint {
        case .right: .right
        case .wrong: .wrong
        default: .line
        }
    }

    private func nodeStyle(_ mark: NodeMark) -> Frame.Style {
        switch mark.state {
        case .free:
            if case .takingAlong = mark.reach { .faint } else { .plain }
        case .visited, .current: .node
        case .right: .right
        case .wrong: .wrong
        }
    }

    /// Brackets around the node that has the focus, and the cursor in it.
    private func putFocus(on frame: inout Frame, distance: Int, units: (Int, Int)) {
        for mark in scene.nodes where mark.hasFocus {
            let row = layout.padTop + Int(mark.center.y) / units.1
            let column = Int(mark.center.x) / units.0
            if distance > 0 {
                frame.put("[", row: row, column: column - distance, style: .bold)
                frame.put("]", row: row, column: column + distance, style: .bold)
            }
            frame.cursor = MouseReport.Place(column: column, row: row)
        }
    }

    /// A line of characters that look the way it goes.
    private func paintLine(_ segment: Scene.Segment, on frame: inout Frame) {
        let (start, end) = (segment.start, segment.end)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let isFlat = abs(dx) > 2.5 * abs(dy)
        let steps = Int((isFlat ? abs(dx) : abs(dy)).rounded())
        guard steps > 0 else { return }
        let slanted = dx == 0 ? "|" : (dx > 0) == (dy > 0) ? "\\" : "/"
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let (x, y) = (start.x + dx * share, start.y + dy * share)
            guard y >= 0, x >= 0, Int(y) < layout.padRows else { continue }
            let height = y - y.rounded(.down)
            // High, in the middle or low in its character.
            let flat = height < 0.3 ? "'" : height > 0.7 ? "." : "-"
            frame.put(
                isFlat ? flat : slanted, row: layout.padTop + Int(y), column: Int(x), style: lineStyle)
        }
    }
}
