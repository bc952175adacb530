#include "CNcurses.h"

#include <dlfcn.h>

/* What gpm.h declares, which is not needed to build this: the functions' own structures and names. */
struct gpm_connect {
    unsigned short event_mask, default_mask, least_modifiers, most_modifiers;
    int pid, vc;
};
struct gpm_event {
    unsigned char buttons, modifiers;
    unsigned short vc;
    short dx, dy, x, y;
    int type, clicks, margin;
    short wheel_dx, wheel_dy;
};
enum { gpm_move = 1, gpm_drag = 2, gpm_down = 4, gpm_up = 8, gpm_hard = 256 };
enum { gpm_left = 4 };

static struct {
    int (*open)(struct gpm_connect *, int);
    int (*close)(void);
    int (*get_event)(struct gpm_event *);
} gpm;

static bool load_gpm(void) {
    if (gpm.open != NULL) return true;
    void *library = dlopen("libgpm.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
    /* POSIX has dlsym's result cast by way of memory. */
    *(void **)&gpm.close = dlsym(library, "Gpm_Close");
    *(void **)&gpm.get_event = dlsym(library, "Gpm_GetEvent");
    if (gpm.close == NULL || gpm.get_event == NULL) return false;
    *(void **)&gpm.open = dlsym(library, "Gpm_Open");
    int *shows_pointer = dlsym(library, "gpm_visiblepointer");
    if (shows_pointer != NULL) *shows_pointer = 1;
    return gpm.open != NULL;
}

int console_mouse_open(void) {
    if (access("/dev/gpmctl", F_OK) != 0 || !load_gpm()) return -1;
    /* Moves without a button are gpm's own: it shows the pointer. So is all with Shift, Alt or Control. */
    struct gpm_connect connect = {
        .event_mask = gpm_down | gpm_drag | gpm_up,
        .default_mask = gpm_move | gpm_hard,
        .most_modifiers = 0,
    };
    int descriptor = gpm.open(&connect, 0);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

void console_mouse_close(void) { gpm.close(); }

enum console_mouse_action console_mouse_read(int *column, int *row) {
    struct gpm_event event = {0};
    if (gpm.get_event(&event) != 1) return console_mouse_gone;
    *column = event.x;
    *row = event.y;
    if ((event.buttons & gpm_left) == 0) return console_mouse_other;
    if (event.type & gpm_down) return console_mouse_press;
    if (event.type & gpm_drag) return console_mouse_drag;
    if (event.type & gpm_up) return console_mouse_release;
    return console_mouse_other;
}
