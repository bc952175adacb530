#include "CGtk.h"

#include <glib-unix.h>

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

static void connect(gpointer object, const char *name, GCallback handler, void *context) {
    g_signal_connect_data(object, name, handler, context, NULL, G_CONNECT_SWAPPED);
}

void signal_connect_action(gpointer object, const char *name, void (*handler)(void *), void *context) {
    connect(object, name, G_CALLBACK(handler), context);
}

void signal_connect_question(gpointer object, const char *name, gboolean (*handler)(void *),
                             void *context) {
    connect(object, name, G_CALLBACK(handler), context);
}

void signal_connect_key(gpointer object, gboolean (*handler)(void *, guint, guint, GdkModifierType),
                        void *context) {
    connect(object, "key-pressed", G_CALLBACK(handler), context);
}

void signal_connect_event(gpointer object, gboolean (*handler)(void *, GdkEvent *), void *context) {
    connect(object, "event", G_CALLBACK(handler), context);
}

void signal_connect_placement(gpointer object,
                              gboolean (*handler)(void *, GtkWidget *, GdkRectangle *),
                              void *context) {
    connect(object, "get-child-position", G_CALLBACK(handler), context);
}

void signal_connect_resize(gpointer object, void (*handler)(void *, int, int), void *context) {
    connect(object, "resize", G_CALLBACK(handler), context);
}

void widget_set_name(GtkWidget *widget, const char *name) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void window_keep_above(GtkWidget *window) {
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface == NULL || !GDK_IS_X11_SURFACE(surface)) return;
    GdkDisplay *display = gdk_surface_get_display(surface);
    Display *x11 = gdk_x11_display_get_xdisplay(display);
    /* EWMH: _NET_WM_STATE, 1 to add, from an ordinary application. */
    XEvent event = {.xclient = {
        .type = ClientMessage,
        .window = gdk_x11_surface_get_xid(surface),
        .message_type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE"),
        .format = 32,
        .data.l = {1, (long)gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE_ABOVE"), 0, 1},
    }};
    XSendEvent(x11, gdk_x11_display_get_xrootwindow(display), False,
               SubstructureRedirectMask | SubstructureNotifyMask, &event);
#else
    (void)window;
#endif
}

char *settings_text(GtkSettings *settings, const char *name) {
    char *text = NULL;
    g_object_get(settings, name, &text, NULL);
    return text;
}

bool settings_flag(GtkSettings *settings, const char *name) {
    gboolean flag = FALSE;
    g_object_get(settings, name, &flag, NULL);
    return flag;
}

void settings_set_flag(GtkSettings *settings, const char *name, bool flag) {
    g_object_set(settings, name, (gboolean)flag, NULL);
}

void signal_watch(int number, gboolean (*handler)(void *), void *context) {
    g_unix_signal_add(number, handler, context);
}
