internal import CGtk
internal import PatternStroke

/// Paints shapes with cairo.
enum Canvas {
    /// Paints shapes, the first one at the back.
    static func paint(_ shapes: [Shape], on cairo: OpaquePointer) {
        // SAFETY: the drawing area gives a context that lives through its call.
        unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        for shape in shapes {
            unsafe cairo_new_path(cairo)
            switch shape {
            case .line(let points, let width, let colour):
                unsafe use(colour, width: width, on: cairo)
                for point in points { unsafe cairo_line_to(cairo, point.x, point.y) }
                unsafe cairo_stroke(cairo)
            case .disc(let center, let radius, let colour):
                unsafe use(colour, width: 1, on: cairo)
                unsafe cairo_arc(cairo, center.x, center.y, radius, 0, 2 * .pi)
                unsafe cairo_fill(cairo)
            case .ring(let center, let radius, let width, let colour):
                unsafe use(colour, width: width, on: cairo)
                unsafe cairo_arc(cairo, center.x, center.y, radius, 0, 2 * .pi)
                unsafe cairo_stroke(cairo)
            }
        }
    }

    private static func use(_ colour: Colour, width: Double, on cairo: OpaquePointer) {
        unsafe cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue)
        unsafe cairo_set_line_width(cairo, width)
    }
}
