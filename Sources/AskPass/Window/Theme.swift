internal import CGtk
internal import CLinux

/// The colours of the desktop's theme, as the pad has them; they follow when the theme changes.
///
/// SAFETY: the provider is made here, and never given back.
@safe final class Theme {
    /// The colours of now.
    private(set) var palette = Palette.light
    /// What is to be done when they change.
    var onChange: () -> Void = {}
    private let provider: UnsafeMutablePointer<GtkCssProvider>

    /// Reads the settings of the display, and hands the colours to its widgets.
    init() {
        unsafe provider = gtk_css_provider_new()
        unsafe gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
        )
        if Theme.desktopPrefersDark, let settings = unsafe gtk_settings_get_default() {
            unsafe settings_set_flag(settings, "gtk-application-prefer-dark-theme", true)
        }
        read()
        guard let settings = unsafe gtk_settings_get_default() else { return }
        for name in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            // SAFETY: the settings live as long as the display, and the handler's box for ever.
            unsafe signal_connect_action(
                UnsafeMutableRawPointer(settings), "notify::\(name)", Handler.act,
                Handler.context { [unowned self] in
                    read()
                    onChange()
                })
        }
    }

    /// Whether the desktop's switch for dark windows is on, which GTK itself does not look at.
    private static var desktopPrefersDark: Bool {
        let name = "org.gnome.desktop.interface"
        // SAFETY: a schema that is not there would end the process, so it is looked up first.
        guard let source = unsafe g_settings_schema_source_get_default(),
            let schema = unsafe g_settings_schema_source_lookup(source, name, 1)
        else { return false }
        defer { unsafe g_settings_schema_unref(schema) }
        guard unsafe g_settings_schema_has_key(schema, "color-scheme") != 0,
            let settings = unsafe g_settings_new(name),
            let scheme = unsafe g_settings_get_string(settings, "color-scheme")
        else { return false }
        defer { unsafe g_free(scheme) }
        return unsafe String(cString: scheme) == "prefer-dark"
    }

    private func read() {
        guard let settings = unsafe gtk_settings_get_default() else { return }
        let name = unsafe settings_text(settings, "gtk-theme-name")
        let override = unsafe getenv("GTK_THEME")
        palette = Palette.of(
            theme: unsafe name.map { unsafe String(cString: $0) } ?? "",
            override: unsafe override.map { unsafe String(cString: $0) },
            prefersDark: unsafe settings_flag(settings, "gtk-application-prefer-dark-theme"))
        unsafe g_free(name)
        unsafe gtk_css_provider_load_from_data(provider, palette.styleSheet, -1)
    }
}
