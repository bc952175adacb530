internal import PatternGrid

/// Drawing and clicking.
extension Stroke {
    /// A pointer is pressed.
    mutating func press(_ pointer: Pointer, at point: Point) -> Outcome {
        if let contact {
            guard contact.pointer == pointer else { return .none }
            // Pressed twice: its release was lost. A click may be without one, a stroke not.
            self.contact = nil
            if contact.course == .drawing {
                wipe()
            }
        }
        guard takesInput else { return .none }
        var contact = Contact(pointer: pointer, place: point.isPlace ? point : nil)
        if let node = geometry?.node(at: point) {
            contact.course = .clicking(node)
            visit(node)
        }
        self.contact = contact
        return .none
    }

    /// A pointer moves.
    mutating func move(_ pointer: Pointer, to point: Point) -> Outcome {
        if contact?.pointer == pointer {
            follow(to: point)
        }
        return .none
    }

    /// A pointer is lifted, perhaps at another place than it was last.
    mutating func lift(_ pointer: Pointer, at point: Point) -> Outcome {
        guard contact?.pointer == pointer else { return .none }
        follow(to: point)
        guard contact?.course == .drawing else {
            contact = nil
            return .none
        }
        return report()
    }

    /// A pointer is taken away, with all that was drawn.
    mutating func dropContact() -> Outcome {
        guard contact != nil else { return .none }
        contact = nil
        guard phase == .drawing else { return .none }
        wipe()
        return .dropped
    }

    /// Visits what lies on the straight line from where the pointer was last. Nowhere is passed over.
    private mutating func follow(to point: Point) {
        guard point.isPlace, let geometry, var contact else { return }
        let start = contact.place ?? point
        contact.place = point
        defer { self.contact = contact }
        if case .clicking(let node) = contact.course {
            // Circles are convex: with both ends in one, all of the line is.
            guard geometry.node(at: point) != node else { return }
            // No click: a stroke, which started at that node and has nothing to do with earlier clicks.
            visited.wipe()
            visit(node)
            contact.course = .drawing
        }
        for node in geometry.nodes(from: start, to: point) {
            if contact.course == .outside {
                visited.wipe()
                contact.course = .drawing
            }
            visit(node)
        }
    }
}
