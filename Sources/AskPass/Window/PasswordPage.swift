internal import CGtk
internal import Languages

/// A field for a password, with what is asked above.
final class PasswordPage {
    /// All of it.
    let widget: Widget
    /// The field. Its text is in memory that GTK locks and wipes, and nowhere else.
    let field: Widget

    private let status: Widget

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - pattern: What the button that leads to a pad does; without one there is no button.
    ///   - finish: Takes what came of it.
    init(prompt: String, message: String?, pattern: (() -> Void)?, finish: @escaping (Ending) -> Void) {
        field = unsafe Widget(gtk_password_entry_new())
        status = .label("")
        unsafe gtk_editable_set_enable_undo(field.opaque, 0)
        unsafe gtk_editable_set_width_chars(field.opaque, 30)
        field.setName(prompt)
        field.connect("activate") { finish(.text) }
        let accept = Widget.button(say("_OK")) { finish(.text) }
        accept.addStyle("suggested-action")
        widget = .box(
            GTK_ORIENTATION_VERTICAL, spacing: 12,
            [
                .label(prompt, style: "title"), field, status,
                .row(
                    pattern.map { .button(say("Draw _pattern"), action: $0) },
                    .box(
                        GTK_ORIENTATION_HORIZONTAL, spacing: 12,
                        [.button(say("_Cancel")) { finish(.cancelled) }, accept])),
            ])
        widget.setMargin(24)
        // In a pad's place there is more room than it takes.
        unsafe gtk_widget_set_valign(widget.pointer, GTK_ALIGN_CENTER)
        status.setVisible(false)
        if let message { show(PadWords.shown(message)) }
    }

    /// Shows what was wrong with the answer before, for as long as a pad does.
    private func show(_ message: String) {
        status.setVisible(true)
        status.show(Status(message, .wrong))
        _ = unsafe g_timeout_add_full(
            G_PRIORITY_DEFAULT, 2_000, Handler.fire,
            Handler.context { [unowned self] in
                status.show(Status(""))
                return false
            }, nil)
    }
}
