/*
 * GTK 4 for Swift: its own headers, and fixed-arity functions for what is variadic, a macro or a cast
 * of a handler there. Nothing here decides anything.
 */
#ifndef CGTK_H
#define CGTK_H

/* What later versions call deprecated is all there is in this one. */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74

#include <gtk/gtk.h>
#include <stdbool.h>

#pragma clang assume_nonnull begin

/*
 * g_signal_connect_data(3) with G_CONNECT_SWAPPED, one for each kind of handler: the context comes
 * first, what a handler has no use for is left out at its end.
 */
void signal_connect_action(gpointer object, const char *name, void (*handler)(void *context),
                           void *context);
void signal_connect_question(gpointer object, const char *name, gboolean (*handler)(void *context),
                             void *context);
/* "key-pressed" of a GtkEventControllerKey */
void signal_connect_key(gpointer object,
                        gboolean (*handler)(void *context, guint key, guint code,
                                            GdkModifierType modifiers),
                        void *context);
/* "event" of a GtkEventControllerLegacy */
void signal_connect_event(gpointer object, gboolean (*handler)(void *context, GdkEvent *event),
                          void *context);
/* "get-child-position" of a GtkOverlay */
void signal_connect_placement(gpointer object,
                              gboolean (*handler)(void *context, GtkWidget *child,
                                                  GdkRectangle *place),
                              void *context);
/* "resize" of a GtkDrawingArea */
void signal_connect_resize(gpointer object, void (*handler)(void *context, int width, int height),
                           void *context);

/* What a screen reader says for a widget: gtk_accessible_update_property(3), variadic. */
void widget_set_name(GtkWidget *widget, const char *name);

/* Asks the window manager of an X11 display to keep a window above others; elsewhere the compositor
 * decides alone. */
void window_keep_above(GtkWidget *window);

/* g_object_get(3) and g_object_set(3), variadic. The text is the caller's, for g_free(3). */
char *_Nullable settings_text(GtkSettings *settings, const char *name);
bool settings_flag(GtkSettings *settings, const char *name);
void settings_set_flag(GtkSettings *settings, const char *name, bool flag);

/* g_unix_signal_add(3), whose header is another. */
void signal_watch(int number, gboolean (*handler)(void *context), void *context);

#pragma clang assume_nonnull end
#endif
