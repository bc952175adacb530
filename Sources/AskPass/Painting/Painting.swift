internal import PatternGrid
package import PatternStroke

/// A scene in shapes and colours, from the back to the front.
package enum Painting {
    /// What to paint on an empty view.
    package static func shapes(of scene: Scene, in palette: Palette) -> [Shape] {
        // As wide as high: pixels are square.
        let radius = scene.nodeSize.width / 2
        let colours = colours(of: scene.hint, in: palette)
        var shapes: [Shape] = []
        for mark in scene.nodes where mark.state != .free {
            shapes.append(.disc(mark.center, radius: radius, colours.halo))
        }
        if let line = line(of: scene) {
            shapes.append(.line(line, width: max(radius * 0.32, 2), colours.line))
        }
        for mark in scene.nodes {
            shapes += node(mark, radius: radius, colours: colours, dot: dot(scene.hint, in: palette))
            if mark.hasFocus {
                shapes.append(.ring(mark.center, radius: radius + 4, width: 2.5, palette.text))
            }
        }
        return shapes
    }

    private static func node(
        _ mark: NodeMark, radius: Double, colours: (line: Colour, halo: Colour), dot: Colour
    ) -> [Shape] {
        switch mark.state {
        case .free:
            let ring = Shape.ring(mark.center, radius: radius * 0.8, width: 2, dot)
            let disc = Shape.disc(mark.center, radius: max(radius * 0.3, 2), dot)
            // Of those that can be reached next one sees that they can.
            return mark.reach == .direct ? [ring, disc] : [disc]
        case .visited, .right, .wrong:
            return [.disc(mark.center, radius: max(radius * 0.42, 2.5), colours.line)]
        case .current:
            return [.disc(mark.center, radius: max(radius * 0.58, 3), colours.line)]
        }
    }

    /// The line from node to node and on to the pointer, in one: where two meet, no edge shows.
    private static func line(of scene: Scene) -> [Point]? {
        let segments = scene.segments + (scene.trail.map { [$0] } ?? [])
        guard let start = segments.first?.start else { return nil }
        return [start] + segments.map(\.end)
    }

    private static func colours(of hint: Hint, in palette: Palette) -> (line: Colour, halo: Colour) {
        switch hint {
        case .right: (palette.right, palette.rightHalo)
        case .wrong: (palette.wrong, palette.wrongHalo)
        default: (palette.line, palette.halo)
        }
    }

    private static func dot(_ hint: Hint, in palette: Palette) -> Colour {
        switch hint {
        case .wrong: palette.wrong
        default: palette.dot
        }
    }
}
