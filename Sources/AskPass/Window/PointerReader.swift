internal import CGtk
internal import PatternStroke

/// Turns GTK's events into those of a stroke: mouse, pen and each finger.
///
/// No gesture of GTK's does this: those end a drag, rather than cancel it, when a second finger comes.
struct PointerReader {
    /// The widget that is drawn on.
    let area: Widget
    /// The mouse or pen draws.
    private var isDown = false

    init(area: Widget) {
        self.area = area
    }

    /// The events of the stroke, in order; none when it is about something else.
    mutating func read(_ event: OpaquePointer) -> [Stroke.Event] {
        // SAFETY: GTK's event lives through the call that brought it.
        switch unsafe gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS where unsafe gdk_button_event_get_button(event) == primary:
            isDown = true
            return [.down(.mouse, unsafe place(of: event))]
        case GDK_BUTTON_RELEASE where unsafe gdk_button_event_get_button(event) == primary:
            isDown = false
            return [.up(.mouse, unsafe place(of: event))]
        case GDK_MOTION_NOTIFY where isDown:
            // Moved with no button held: the release went elsewhere, and nobody knows where it was.
            guard unsafe gdk_event_get_modifier_state(event).rawValue & GDK_BUTTON1_MASK.rawValue != 0 else {
                isDown = false
                return [.lost(.mouse)]
            }
            return unsafe (passed(before: event) + [place(of: event)]).map { .move(.mouse, $0) }
        case GDK_GRAB_BROKEN:
            isDown = false
            return [.lost(.mouse)]
        case GDK_TOUCH_BEGIN: return unsafe [.down(finger(of: event), place(of: event))]
        case GDK_TOUCH_UPDATE: return unsafe [.move(finger(of: event), place(of: event))]
        case GDK_TOUCH_END: return unsafe [.up(finger(of: event), place(of: event))]
        case GDK_TOUCH_CANCEL: return [.lost(unsafe finger(of: event))]
        default: return []
        }
    }

    /// Where it has been since the event before. GDK puts moves together that come within one frame; a
    /// corner between them would be cut.
    private func passed(before event: OpaquePointer) -> [Point] {
        var count: guint = 0
        // SAFETY: GDK allocates the list, `count` long, for g_free.
        let history = unsafe gdk_event_get_history(event, &count)
        defer { unsafe g_free(history) }
        guard let history = unsafe history else { return [] }
        let both = GDK_AXIS_FLAG_X.rawValue | GDK_AXIS_FLAG_Y.rawValue
        return (0..<Int(count)).compactMap { index in
            let moment = unsafe history[index]
            guard moment.flags.rawValue & both == both else { return nil }
            // GDK_AXIS_X and GDK_AXIS_Y, 1 and 2, as indices.
            return place(moment.axes.1, moment.axes.2)
        }
    }

    /// GDK_BUTTON_PRIMARY, and the tip of a pen.
    private var primary: guint { 1 }

    /// The number of a finger's touch: the address of what GDK knows it by, or 0 for the mouse's.
    private func finger(of event: OpaquePointer) -> Pointer {
        Pointer(UInt(bitPattern: unsafe gdk_event_get_event_sequence(event)))
    }

    /// Where it is on the drawing area, also when it left that; nowhere when GTK can't tell.
    private func place(of event: OpaquePointer) -> Point {
        var (x, y) = (0.0, 0.0)
        guard unsafe gdk_event_get_position(event, &x, &y) != 0 else { return Point(x: .nan, y: .nan) }
        return place(x, y)
    }

    /// A place of the surface on the drawing area.
    private func place(_ surfaceX: Double, _ surfaceY: Double) -> Point {
        var (left, top) = (0.0, 0.0)
        guard let native = unsafe gtk_widget_get_native(area.pointer) else { return Point(x: .nan, y: .nan) }
        // From the surface, shadows included, to the window, to the area.
        unsafe gtk_native_get_surface_transform(native, &left, &top)
        // SAFETY: a native is a widget.
        let window = unsafe UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
        var (x, y) = (0.0, 0.0)
        guard
            unsafe gtk_widget_translate_coordinates(
                window, area.pointer, surfaceX - left, surfaceY - top, &x, &y) != 0
        else { return Point(x: .nan, y: .nan) }
        return Point(x: x, y: y)
    }
}
