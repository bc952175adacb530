internal import CGtk
internal import CLinux

/// A widget of GTK's, by the pointer that every call wants.
///
/// SAFETY, for all that is done with the pointer in this folder: GTK keeps a widget as long as the
/// window that holds it, and there is one window, which lives as long as the process; each is cast to
/// the class that it was made as; and all of it happens on the one thread there is.
@safe struct Widget: Equatable {
    /// The pointer, as the class that all widgets have in common.
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// Takes a new widget. GTK gives none that is null: without memory it aborts. If it did, there would be no
    /// window to ask in: cancelled.
    init(_ new: UnsafeMutablePointer<GtkWidget>?) {
        guard let new = unsafe new else { exit(1) }
        unsafe pointer = new
    }

    /// Tells whether both are one widget.
    static func == (left: Widget, right: Widget) -> Bool { unsafe left.pointer == right.pointer }

    /// The pointer as another class of the widget's.
    func pointer<Class>(as type: Class.Type) -> UnsafeMutablePointer<Class> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    /// The pointer as a class whose members GTK hides.
    var opaque: OpaquePointer { unsafe OpaquePointer(pointer) }
}

/// Making widgets.
extension Widget {
    /// A line of plain text, or several.
    static func label(_ text: String, style: String? = nil) -> Widget {
        let label = unsafe Widget(gtk_label_new(text))
        unsafe gtk_label_set_wrap(label.opaque, 1)
        unsafe gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        unsafe gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        unsafe gtk_label_set_max_width_chars(label.opaque, 40)
        // A hyphen that is not in the text could be taken for one that is, in a fingerprint.
        let attributes = unsafe pango_attr_list_new()
        unsafe pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        unsafe gtk_label_set_attributes(label.opaque, attributes)
        unsafe pango_attr_list_unref(attributes)
        if let style { label.addStyle(style) }
        return label
    }

    /// A button, and what a click on it does. An underscore is before the letter that Alt takes.
    static func button(_ text: String, action: @escaping () -> Void) -> Widget {
        let button = unsafe Widget(gtk_button_new_with_mnemonic(text))
        button.setName(spoken(text))
        button.connect("clicked", action)
        return button
    }

    /// A button's text without what marks its letter: the underscore, and the letter itself where a language
    /// without it has it in parentheses, as in `キャンセル(_C)`.
    private static func spoken(_ text: String) -> String {
        var text = text
        if let start = text.lastIndex(of: "("), text[start...].hasPrefix("(_") {
            text.removeSubrange(start...)
        }
        return text.filter { $0 != "_" }
    }

    /// A box that lays others out in a row or a column.
    static func box(_ orientation: GtkOrientation, spacing: CInt, _ children: [Widget]) -> Widget {
        let box = unsafe Widget(gtk_box_new(orientation, spacing))
        for child in children {
            unsafe gtk_box_append(box.pointer(as: GtkBox.self), child.pointer)
        }
        return box
    }

    /// Buttons at the left and at the right.
    static func row(_ start: Widget?, _ end: Widget) -> Widget {
        let row = unsafe Widget(gtk_center_box_new())
        if let start { unsafe gtk_center_box_set_start_widget(row.opaque, start.pointer) }
        unsafe gtk_center_box_set_end_widget(row.opaque, end.pointer)
        return row
    }
}

/// What all widgets do.
extension Widget {
    /// What a screen reader says for it.
    func setName(_ name: String) {
        // Else a button's label is said behind it once more.
        unsafe gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        unsafe widget_set_name(pointer, name)
    }

    func addStyle(_ name: String) { unsafe gtk_widget_add_css_class(pointer, name) }

    func removeStyle(_ name: String) { unsafe gtk_widget_remove_css_class(pointer, name) }

    /// Does something whenever a signal comes that needs no answer.
    func connect(_ signal: String, _ action: @escaping () -> Void) {
        unsafe signal_connect_action(pointer, signal, Handler.act, Handler.context(action))
    }

    /// Takes the rest of the room that there is.
    func expand() {
        unsafe gtk_widget_set_hexpand(pointer, 1)
        unsafe gtk_widget_set_vexpand(pointer, 1)
    }

    func setMargin(_ margin: CInt) {
        unsafe gtk_widget_set_margin_top(pointer, margin)
        unsafe gtk_widget_set_margin_bottom(pointer, margin)
        unsafe gtk_widget_set_margin_start(pointer, margin)
        unsafe gtk_widget_set_margin_end(pointer, margin)
    }

    func setVisible(_ isVisible: Bool) { unsafe gtk_widget_set_visible(pointer, isVisible ? 1 : 0) }

    var hasFocus: Bool { unsafe gtk_widget_has_focus(pointer) != 0 }

    func takeFocus() { _ = unsafe gtk_widget_grab_focus(pointer) }

    /// Adds what takes events of one kind.
    func add(_ controller: OpaquePointer) { unsafe gtk_widget_add_controller(pointer, controller) }

    /// Shows a status where the widget is a label.
    func show(_ status: Status) {
        for tone in Status.Tone.allCases where tone != status.tone { removeStyle(tone.rawValue) }
        addStyle(status.tone.rawValue)
        setText(status.text)
    }

    /// Sets the text of a label.
    func setText(_ text: String) {
        // Else each move of the pointer would lay the window out anew.
        guard unsafe String(cString: gtk_label_get_text(opaque)) != text else { return }
        unsafe gtk_label_set_text(opaque, text)
    }
}
