internal import CGtk

/// What a signal calls: a closure in a box, whose address goes through C. Boxes are never freed, as what
/// emits the signals lives as long as the process.
final class Handler<Closure> {
    private let closure: Closure

    private init(_ closure: Closure) { self.closure = closure }

    /// The address of a box with a closure.
    static func context(_ closure: Closure) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(Handler(closure)).toOpaque()
    }

    /// The closure in the box at an address.
    private static func closure(at context: UnsafeMutableRawPointer) -> Closure {
        // SAFETY: the context is one that `context` made for a closure of this type.
        unsafe Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().closure
    }
}

extension Handler where Closure == () -> Void {
    /// Calls the closure.
    static var act: @convention(c) (UnsafeMutableRawPointer) -> Void {
        { unsafe Handler<() -> Void>.closure(at: $0)() }
    }
}

extension Handler where Closure == () -> Bool {
    /// Calls the closure for an answer.
    static var ask: @convention(c) (UnsafeMutableRawPointer) -> gboolean {
        { unsafe Handler<() -> Bool>.closure(at: $0)() ? 1 : 0 }
    }
    /// The same for a timer, whose context may be null in C's eyes.
    static var fire: @convention(c) (UnsafeMutableRawPointer?) -> gboolean {
        { context in
            guard let context = unsafe context else { return 0 }
            return unsafe Handler<() -> Bool>.closure(at: context)() ? 1 : 0
        }
    }
}

extension Handler where Closure == (_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
    /// Calls the closure with a key.
    static var key: @convention(c) (UnsafeMutableRawPointer, guint, guint, GdkModifierType) -> gboolean {
        { context, key, _, modifiers in
            unsafe Handler<(UInt32, GdkModifierType) -> Bool>.closure(at: context)(key, modifiers) ? 1 : 0
        }
    }
}

extension Handler where Closure == (OpaquePointer) -> Bool {
    /// Calls the closure with an event.
    static var event: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> gboolean {
        { unsafe Handler<(OpaquePointer) -> Bool>.closure(at: $0)($1) ? 1 : 0 }
    }
}

extension Handler where Closure == (_ width: CInt, _ height: CInt) -> Void {
    /// Calls the closure with a size.
    static var resize: @convention(c) (UnsafeMutableRawPointer, CInt, CInt) -> Void {
        { unsafe Handler<(CInt, CInt) -> Void>.closure(at: $0)($1, $2) }
    }
}

extension Handler where Closure == (Widget) -> GdkRectangle? {
    /// Calls the closure for a child's place.
    static var place:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<GtkWidget>, UnsafeMutablePointer<GdkRectangle>
        ) -> gboolean
    {
        { context, child, place in
            guard
                let found = unsafe Handler<(Widget) -> GdkRectangle?>.closure(at: context)(Widget(child))
            else { return 0 }
            unsafe place.pointee = found
            return 1
        }
    }
}

extension Handler where Closure == (OpaquePointer) -> Void {
    /// Calls the closure to draw.
    static var draw:
        @convention(c) (
            UnsafeMutablePointer<GtkDrawingArea>?, OpaquePointer?, CInt, CInt, UnsafeMutableRawPointer?
        ) -> Void
    {
        { _, canvas, _, _, context in
            guard let canvas = unsafe canvas, let context = unsafe context else { return }
            unsafe Handler<(OpaquePointer) -> Void>.closure(at: context)(canvas)
        }
    }
}
