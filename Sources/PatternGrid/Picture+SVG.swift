// Text needs Unicode tables, which Embedded Swift lacks; the module draws nothing.
#if !hasFeature(Embedded)
    extension Picture {
        /// The pattern as an SVG 1.1 document, black on white.
        ///
        /// The nodes bear the turns in which they are visited, and arrows tell the direction. A line that
        /// runs over another, or over a node that was visited before, is bowed, so that both can be seen.
        package static func svg(of pattern: Pattern) -> String {
            let grid = pattern.grid
            let size = grid.side * VectorPicture.pitch
            var lines = [
                #"<?xml version="1.0" encoding="UTF-8"?>"#,
                #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(size)" height="\#(size)""#
                    + #" viewBox="0 0 \#(size) \#(size)">"#,
                #"<title>\#(String(decoding: pattern.canonicalText, as: UTF8.self))</title>"#,
                #"<defs><marker id="arrow" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4""#
                    + #" markerHeight="4" orient="auto"><path d="M0 0L10 5L0 10z"/></marker></defs>"#,
                #"<rect width="\#(size)" height="\#(size)" fill="white"/>"#,
                #"<g fill="none" stroke="black" stroke-width="4" stroke-linecap="round">"#,
            ]
            lines += VectorPicture.segments(of: pattern).map(\.path)
            lines.append("</g>")
            lines.append(
                #"<g font-family="sans-serif" font-size="24" text-anchor="middle" stroke="black">"#)
            for number in 1...grid.nodeCount {
                let node = Node(UInt8(number))
                let center = VectorPicture.center(of: node, on: grid)
                let turn = pattern.nodes.firstIndex(of: node)
                lines.append(
                    turn == nil
                        ? #"<circle cx="\#(center.x)" cy="\#(center.y)" r="5" fill="black"/>"#
                        : #"<circle cx="\#(center.x)" cy="\#(center.y)" r="18" fill="white" stroke-width="3"/>"#
                )
                if let turn {
                    lines.append(
                        #"<text x="\#(center.x)" y="\#(center.y + 8)" stroke="none">\#(turn + 1)</text>"#)
                }
            }
            lines += ["</g>", "</svg>", ""]
            return lines.joined(separator: "\n")
        }
    }

    /// Where the lines of a drawn pattern run.
    enum VectorPicture {
        /// From one node to the next, in units of the document.
        static var pitch: Int { 100 }

        /// A place in the document.
        struct Place: Equatable {
            let x: Int
            let y: Int
        }

        /// A line from node to node.
        struct Segment: Equatable {
            let start: Place
            let end: Place
            /// Whether it makes way for what lies below it.
            let isBowed: Bool

            /// The element that draws it, with an arrow in its middle.
            var path: String {
                let (across, down) = (end.x - start.x, end.y - start.y)
                // A fixed way to one side, whatever the length: 3 tenths of a pitch for a straight one.
                let longest = max(abs(across), abs(down), 1)
                let bow = isBowed ? VectorPicture.pitch * 6 / 10 : 0
                let control = Place(
                    x: (start.x + end.x) / 2 + down * bow / longest,
                    y: (start.y + end.y) / 2 - across * bow / longest)
                // A quadratic curve's middle lies halfway between its ends' middle and the control point.
                let middle = Place(
                    x: ((start.x + end.x) / 2 + control.x) / 2, y: ((start.y + end.y) / 2 + control.y) / 2)
                let first = Place(x: (start.x + control.x) / 2, y: (start.y + control.y) / 2)
                let second = Place(x: (control.x + end.x) / 2, y: (control.y + end.y) / 2)
                return #"<path d="M\#(start.x) \#(start.y)Q\#(first.x) \#(first.y) \#(middle.x) \#(middle.y)"#
                    + #"Q\#(second.x) \#(second.y) \#(end.x) \#(end.y)" marker-mid="url(#arrow)"/>"#
            }
        }

        /// The middle of a node.
        static func center(of node: Node, on grid: Grid) -> Place {
            Place(
                x: grid.column(of: node) * pitch + pitch / 2, y: grid.row(of: node) * pitch + pitch / 2)
        }

        /// The lines of a pattern in their order.
        static func segments(of pattern: Pattern) -> [Segment] {
            let nodes = pattern.nodes
            var drawn: [(start: Node, end: Node)] = []
            var segments: [Segment] = []
            for (index, (start, end)) in zip(nodes, nodes.dropFirst()).enumerated() {
                let isOverNode = nodes[..<index].contains { isBetween($0, start, end, on: pattern.grid) }
                let isOverLine = drawn.contains { other in
                    [other.start, other.end].contains { isBetween($0, start, end, on: pattern.grid) }
                        || [start, end].allSatisfy { isOn($0, other.start, other.end, on: pattern.grid) }
                }
                drawn.append((start, end))
                segments.append(
                    Segment(
                        start: center(of: start, on: pattern.grid), end: center(of: end, on: pattern.grid),
                        isBowed: isOverNode || isOverLine))
            }
            return segments
        }

        /// Whether a node lies strictly between two others, on the straight line.
        private static func isBetween(_ node: Node, _ start: Node, _ end: Node, on grid: Grid) -> Bool {
            node != start && node != end && isOn(node, start, end, on: grid)
        }

        /// Whether a node lies on the straight line between two others, ends included.
        private static func isOn(_ node: Node, _ start: Node, _ end: Node, on grid: Grid) -> Bool {
            let (rows, columns) = (
                grid.row(of: end) - grid.row(of: start), grid.column(of: end) - grid.column(of: start)
            )
            let (down, across) = (
                grid.row(of: node) - grid.row(of: start), grid.column(of: node) - grid.column(of: start)
            )
            let along = rows * down + columns * across
            return rows * across == columns * down && along >= 0 && along <= rows * rows + columns * columns
        }
    }
#endif
