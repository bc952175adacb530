internal import CGtk
internal import CLinux
internal import Languages
internal import PatternGrid
internal import PatternStroke

/// The one window, and what is in it.
final class Window {
    private let window: Widget
    private let theme: Theme
    private let request: Request
    private let options: PadOptions
    /// The pages: they stay where they are, and one is shown.
    private let pages: Widget
    private var shown: Widget?
    private var pad: PadPage?
    private var password: PasswordPage?
    /// What came of it; nil while it is shown.
    private var ending: Ending?

    /// Makes the window for a request.
    init(_ request: Request, _ options: PadOptions) {
        self.request = request
        self.options = options
        theme = Theme()
        window = unsafe Widget(gtk_window_new())
        pages = unsafe Widget(gtk_stack_new())
        window.addStyle("pattern")
        unsafe gtk_window_set_child(window.pointer(as: GtkWindow.self), pages.pointer)
        unsafe gtk_window_set_modal(window.pointer(as: GtkWindow.self), 1)
        // Dialogues are what window managers put in the middle, and above others.
        window.connect("map") { [window] in unsafe window_keep_above(window.pointer) }
        unsafe signal_connect_question(
            window.pointer, "close-request", Handler.ask,
            Handler.context { [unowned self] in
                end(closing)
                return true
            })
        if let keys = unsafe gtk_event_controller_key_new() {
            unsafe gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            unsafe signal_connect_key(
                UnsafeMutableRawPointer(keys), Handler.key,
                Handler.context { [unowned self] key, modifiers in press(key, modifiers) })
            unsafe window.add(keys)
        }
        if let events = unsafe gtk_event_controller_legacy_new() {
            // A lost grab is told to the window, not to what is in it.
            unsafe gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
            unsafe signal_connect_event(
                UnsafeMutableRawPointer(events), Handler.event,
                Handler.context { [unowned self] (event: OpaquePointer) -> Bool in
                    if unsafe gdk_event_get_event_type(event) == GDK_GRAB_BROKEN { pad?.interrupt() }
                    return false
                })
            unsafe window.add(events)
        }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            unsafe signal_watch(
                number, Handler.ask,
                Handler.context { [unowned self] in
                    end(closing)
                    return true
                })
        }
        open()
    }

    /// Shows the window until something comes of it.
    func run() -> Ending {
        unsafe gtk_window_present(window.pointer(as: GtkWindow.self))
        while true {
            if let ending {
                pad?.wipe()
                return ending
            }
            _ = g_main_context_iteration(nil, 1)
        }
    }

    /// Uses the text in the field, which stays where it is: nothing copies it.
    func withText(_ body: (UnsafeBufferPointer<CChar>) -> Bool) -> Bool {
        guard let password, let text = unsafe gtk_editable_get_text(password.field.opaque) else {
            return false
        }
        // SAFETY: the text ends with a 0 and lives until the field changes, below.
        let isDone = unsafe body(UnsafeBufferPointer(start: text, count: strlen(text)))
        unsafe gtk_editable_set_text(password.field.opaque, "")
        return isDone
    }

    private func open() {
        switch request {
        case .pattern(let prompt): openPad(prompt)
        case .enrolment: openPad(nil)
        case .text(let prompt, let message): openPassword(prompt, message: message)
        case .confirmation(let text):
            show(QuestionPage.confirmation(text) { [unowned self] in end($0) }, title: say("Question"))
        case .notice(let text):
            show(QuestionPage.notice(text) { [unowned self] in end($0) }, title: say("Message"))
        }
    }

    private func openPad(_ prompt: PatternPrompt?) {
        var usePassword: (() -> Void)?
        if let prompt {
            usePassword = { [unowned self] in
                if prompt.takesPassword { usePasswordInstead() } else { end(.empty) }
            }
        }
        let page = PadPage(options, theme: theme, password: usePassword) { [unowned self] in end($0) }
        pad = page
        show(page.widget, title: say("Pattern"))
        page.takeFocus()
    }

    private func openPassword(_ prompt: String, message: String?, pattern: (() -> Void)? = nil) {
        let page = PasswordPage(prompt: prompt, message: message, pattern: pattern) { [unowned self] in
            end($0)
        }
        password = page
        show(page.widget, title: say("Password"))
        page.field.takeFocus()
    }

    /// The field in the pad's place, and the way back.
    private func usePasswordInstead() {
        pad?.wipe()
        if let password {
            show(password.widget, title: say("Password"))
            password.field.takeFocus()
            return
        }
        openPassword(say("Password"), message: nil) { [unowned self] in
            guard let pad, let password else { return }
            unsafe gtk_editable_set_text(password.field.opaque, "")
            show(pad.widget, title: say("Pattern"))
            pad.takeFocus()
        }
    }

    /// Shows a page. The title names no account and nothing that is secret: others can read it.
    private func show(_ page: Widget, title: String) {
        if unsafe gtk_widget_get_parent(page.pointer) == nil {
            _ = unsafe gtk_stack_add_child(pages.opaque, page.pointer)
        }
        unsafe gtk_stack_set_visible_child(pages.opaque, page.pointer)
        unsafe gtk_window_set_title(window.pointer(as: GtkWindow.self), title)
        shown = page
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let commands =
            GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            | GDK_META_MASK.rawValue
        guard modifiers.rawValue & commands == 0 else { return false }
        if PadKey(keysym: key) == .cancel {
            end(closing)
            return true
        }
        guard let pad, shown == pad.widget else { return false }
        return pad.press(key)
    }

    /// What it means to close the window.
    private var closing: Ending {
        if case .notice = request { .seen } else { .cancelled }
    }

    private func end(_ ending: Ending) {
        self.ending = self.ending ?? ending
    }
}
