/* The smallest GTK 4 program: an empty window, as large as the pad's. */
#include <gtk/gtk.h>

int main(void) {
    gtk_init();
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 368, 473);
    gtk_window_present(GTK_WINDOW(window));
    for (;;) g_main_context_iteration(NULL, TRUE);
}
