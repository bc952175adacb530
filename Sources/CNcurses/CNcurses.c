#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <ncurses.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <wchar.h>
#include <term.h> /* lines and columns are macros from here on */

static int outcome(int result) { return result < 0 ? -errno : result; }

bool curses_load(int terminal) {
    int error;
    return setupterm(NULL, terminal, &error) == OK;
}

const char *curses_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (char *)-1 ? NULL : text;
}

bool curses_open(int terminal, bool colours) {
    FILE *stream = fdopen(terminal, "r+");
    if (stream == NULL) return false;
    use_tioctl(TRUE); /* an exported COLUMNS may be long out of date */
    if (newterm(NULL, stream, stream) == NULL) return false;
    raw();
    noecho();
    nonl();
    typeahead(-1);
    intrflush(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    curs_set(0);
    if (colours && has_colors() && start_color() == OK) {
        short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
        init_pair(curses_red, COLOR_RED, background);
        init_pair(curses_green, COLOR_GREEN, background);
        init_pair(curses_cyan, COLOR_CYAN, background);
    }
    return true;
}

void curses_leave(void) { endwin(); }

void curses_redraw(void) {
    clearok(stdscr, TRUE);
    refresh();
    curs_set(0);
}

void curses_refresh(void) { refresh(); }

void curses_erase(void) { erase(); }

void curses_resize(int height, int width) { resize_term(height, width); }

void curses_size(int *height, int *width) {
    *height = LINES;
    *width = COLS;
}

void curses_put(int row, int column, const char *text, int count, int colour, bool bold,
                bool faint) {
    attr_t attributes = (bold ? A_BOLD : A_NORMAL) | (faint ? A_DIM : A_NORMAL);
    attrset(attributes | COLOR_PAIR(colour));
    mvaddnstr(row, column, text, count);
    attrset(A_NORMAL);
}

void curses_move(int row, int column) { move(row, column); }

int terminal_open(void) {
    int terminal = outcome(open("/dev/tty", O_RDWR | O_CLOEXEC));
    if (terminal < 0 || terminal > STDERR_FILENO) return terminal;
    int copy = outcome(fcntl(terminal, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    close(terminal);
    return copy;
}

bool terminal_size(int terminal, int *height, int *width) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *height = size.ws_row;
    *width = size.ws_col;
    return true;
}

int character_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

bool signals_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void signals_default(int number) { signal(number, SIG_DFL); }

/* Written before `crash_armed` is set, and not while it is: a handler never sees half of it. */
static struct {
    int terminal;
    struct termios mode;
    char bytes[256];
    size_t count;
} crash;
static volatile sig_atomic_t crash_armed;
static char crash_stack[64 * 1024];

static void restore_and_crash(int number) {
    if (crash_armed) {
        crash_armed = 0;
        sigset_t background; /* setting a terminal's mode from the background would stop us here */
        sigemptyset(&background);
        sigaddset(&background, SIGTTOU);
        sigprocmask(SIG_BLOCK, &background, NULL);
        ssize_t written = write(crash.terminal, crash.bytes, crash.count);
        (void)written;
        tcsetattr(crash.terminal, TCSAFLUSH, &crash.mode);
    }
    raise(number); /* acts on return, by default: SA_RESETHAND */
}

void crash_watch(int terminal, const struct termios *mode, const char *bytes, size_t count) {
    crash_armed = 0;
    crash.terminal = terminal;
    crash.mode = *mode;
    crash.count = count < sizeof crash.bytes ? count : sizeof crash.bytes;
    memcpy(crash.bytes, bytes, crash.count);
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    static const int crashes[] = {SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP};
    struct sigaction action = {.sa_handler = restore_and_crash, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++)
        sigaction(crashes[index], &action, NULL);
    crash_armed = 1;
}

void crash_forget(void) { crash_armed = 0; }
