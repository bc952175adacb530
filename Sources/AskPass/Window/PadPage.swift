internal import CGtk
internal import Languages
internal import PatternGrid
internal import PatternStroke

/// The pad, with a line above and below and buttons.
final class PadPage {
    /// All of it.
    let widget: Widget

    private var pad: Pad
    private let theme: Theme
    private let finish: (Ending) -> Void
    private let area: Widget
    private let title: Widget
    private let status: Widget
    private let done: Widget
    /// The first and the last button that are always there.
    private let buttons: (first: Widget, last: Widget)
    /// One for each node, in their order: unseen, for the focus and for screen readers.
    private var nodes: [Widget] = []
    private var pointers: PointerReader
    private var timer: guint = 0
    #if PATTERN_MEASURE
        private let latency = Latency()
    #endif

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - password: What the button beside the pad does; without one there is no button.
    ///   - finish: Takes what came of it.
    init(
        _ options: PadOptions, theme: Theme, password: (() -> Void)?, finish: @escaping (Ending) -> Void
    ) {
        pad = Pad(options, at: Clock.now)
        self.theme = theme
        self.finish = finish
        area = unsafe Widget(gtk_drawing_area_new())
        title = .label(pad.title, style: "title")
        status = .label("")
        done = unsafe Widget(gtk_button_new_with_mnemonic(say("_Done")))
        done.setName(say("Done"))
        area.setName(say("Pad"))
        pointers = PointerReader(area: area)

        let overlay = unsafe Widget(gtk_overlay_new())
        unsafe gtk_overlay_set_child(overlay.opaque, area.pointer)
        // Room for a finger on each node.
        let side = CInt(max(320, 32 * (2 * options.grid.side + 1)))
        unsafe gtk_widget_set_size_request(area.pointer, side, side)
        unsafe gtk_widget_set_focusable(area.pointer, 1)
        area.expand()
        let cancel = Widget.button(say("_Cancel")) { finish(.cancelled) }
        let instead = password.map { Widget.button(say("Use _password"), action: $0) }
        buttons = (instead ?? cancel, cancel)
        // "Cancel" stays where it is when "Done" comes and goes.
        let ends = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [done, cancel])
        widget = .box(GTK_ORIENTATION_VERTICAL, spacing: 12, [title, overlay, status, .row(instead, ends)])
        widget.setMargin(24)
        done.addStyle("suggested-action")
        done.connect("clicked") { [unowned self] in send(.finish) }
        addNodes(on: options.grid, to: overlay)
        listen()
        show()
    }

    /// Takes a key of the window; false to leave it to the widget that has the focus.
    func press(_ keysym: UInt32) -> Bool {
        let isOnPad = area.hasFocus || nodes.contains(where: \.hasFocus)
        guard let key = PadKey(keysym: keysym) else { return isOnPad && leave(keysym) }
        // On a button these are the button's.
        if key == .enter || key == .space, !isOnPad { return false }
        take(pad.press(key, at: Clock.now))
        return true
    }

    /// Overwrites what was drawn.
    func wipe() { pad.wipe() }

    /// What the mouse was drawing is interrupted.
    func interrupt() { send(.lost(.mouse)) }

    /// Gives the pad the keys.
    func takeFocus() { area.takeFocus() }

    /// Tab leads from the pad to the buttons, not from node to node: for that there are arrows.
    private func leave(_ keysym: UInt32) -> Bool {
        switch keysym {
        case 0xff09: buttons.first.takeFocus()
        case 0xfe20: buttons.last.takeFocus()  // with Shift
        default: return false
        }
        return true
    }

    private func addNodes(on grid: Grid, to overlay: Widget) {
        for row in 0..<grid.side {
            for column in 0..<grid.side {
                guard let node = grid.node(row: row, column: column) else { continue }
                let button = unsafe Widget(gtk_button_new())
                button.connect("clicked") { [unowned self] in send(.visit(node)) }
                button.addStyle("node")
                button.setName(PadWords.name(of: node, on: grid))
                unsafe gtk_widget_set_opacity(button.pointer, 0)
                // Pointers draw on what is below.
                unsafe gtk_widget_set_can_target(button.pointer, 0)
                let focus = unsafe gtk_event_controller_focus_new()
                if let focus = unsafe focus {
                    unsafe signal_connect_action(
                        UnsafeMutableRawPointer(focus), "enter", Handler.act,
                        Handler.context { [unowned self] () -> Void in
                            if pad.focus != node { send(.focus(node)) }
                        })
                    unsafe button.add(focus)
                }
                unsafe gtk_overlay_add_overlay(overlay.opaque, button.pointer)
                nodes.append(button)
            }
        }
        unsafe signal_connect_placement(
            overlay.pointer, Handler.place, Handler.context { [unowned self] child in place(of: child) })
    }

    /// Where a node's button lies.
    private func place(of child: Widget) -> GdkRectangle? {
        let scene = pad.scene
        guard let index = nodes.firstIndex(of: child) else { return nil }
        guard index < scene.nodes.count else { return GdkRectangle(x: 0, y: 0, width: 1, height: 1) }
        let (center, size) = (scene.nodes[index].center, scene.nodeSize)
        return GdkRectangle(
            x: CInt(center.x - size.width / 2), y: CInt(center.y - size.height / 2), width: CInt(size.width),
            height: CInt(size.height))
    }

    private func listen() {
        unsafe gtk_drawing_area_set_draw_func(
            area.pointer(as: GtkDrawingArea.self), Handler.draw,
            Handler.context { [unowned self] cairo in
                unsafe Canvas.paint(Painting.shapes(of: pad.scene, in: theme.palette), on: cairo)
            }, nil)
        unsafe signal_connect_resize(
            area.pointer, Handler.resize,
            Handler.context { [unowned self] (width: CInt, height: CInt) -> Void in
                send(.resize(Surface(size: Size(width: Double(width), height: Double(height)))))
            })
        if let events = unsafe gtk_event_controller_legacy_new() {
            unsafe signal_connect_event(
                UnsafeMutableRawPointer(events), Handler.event,
                Handler.context { [unowned self] event in
                    let happened = unsafe pointers.read(event)
                    for event in happened { send(event) }
                    #if PATTERN_MEASURE
                        unsafe latency.note(event, on: area)
                    #endif
                    return !happened.isEmpty
                })
            unsafe area.add(events)
        }
        theme.onChange = { [unowned self] in unsafe gtk_widget_queue_draw(area.pointer) }
    }

    private func send(_ event: Stroke.Event) {
        take(pad.handle(event, at: Clock.now))
    }

    private func take(_ progress: PadSession.Progress) {
        switch progress {
        case .going: show()
        case .cancelled: finish(.cancelled)
        case .finished(let pattern): finish(.pattern(pattern))
        }
    }

    private func show() {
        unsafe gtk_widget_queue_draw(area.pointer)
        title.setText(pad.title)
        status.show(pad.status)
        done.setVisible(pad.canFinish)
        moveFocus()
        setTimer()
    }

    /// The widget that has the focus is the one whose node shows it.
    private func moveFocus() {
        if let focus = pad.focus {
            let node = nodes[Int(focus.number) - 1]
            if !node.hasFocus { node.takeFocus() }
        } else if nodes.contains(where: \.hasFocus) {
            area.takeFocus()
        }
    }

    private func setTimer() {
        if timer != 0 { g_source_remove(timer) }
        timer = 0
        guard let tick = pad.nextTick else { return }
        let now = Clock.now.milliseconds
        let wait = tick.milliseconds > now ? tick.milliseconds - now : 0
        timer = unsafe g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(min(wait, 60_000)), Handler.fire,
            Handler.context { [unowned self] in
                timer = 0
                take(pad.tick(at: Clock.now))
                return false
            }, nil)
    }
}
