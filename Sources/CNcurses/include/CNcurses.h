/*
 * ncursesw and the terminal calls of libc for Swift: fixed-arity functions for what is a macro, a
 * global or variadic there. ncurses.h itself stays in the C file: its macros (clear, move, timeout)
 * are everybody's names. Nothing here decides anything.
 */
#ifndef CNCURSES_H
#define CNCURSES_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* terminfo of TERM: setupterm(3). Also where newterm(3) would refuse. */
bool curses_load(int terminal);
/* A string of terminfo, null where the terminal lacks it: tigetstr(3). */
const char *_Nullable curses_capability(const char *_Nonnull name);

/* newterm(3) on a terminal; raw, no echo, no cursor, with colours where they are wanted and known. */
bool curses_open(int terminal, bool colours);
/* endwin(3): gives the terminal back for now or for good. */
void curses_leave(void);
/* All that was put, from an empty screen: refresh(3) after clearok(3). */
void curses_redraw(void);
/* What has changed: refresh(3). */
void curses_refresh(void);
/* erase(3) */
void curses_erase(void);
/* resizeterm(3), without the key that it makes up. */
void curses_resize(int rows, int columns);
/* The size that ncurses believes in: LINES and COLS. */
void curses_size(int *_Nonnull rows, int *_Nonnull columns);
/* A text at a place, of one colour (0 for none) and perhaps bold or faint. */
void curses_put(int row, int column, const char *_Nonnull text, int count, int colour, bool bold,
                bool faint);
/* move(3) */
void curses_move(int row, int column);

/* The colours of curses_put. */
enum { curses_red = 1, curses_green = 2, curses_cyan = 3 };

/* open(2) of the controlling terminal, close-on-exec and above 2: variadic. -errno if there is none. */
int terminal_open(void);
/* TIOCGWINSZ: variadic. False when the terminal knows no size. */
bool terminal_size(int terminal, int *_Nonnull rows, int *_Nonnull columns);
/*
 * gpm's mouse on the Linux console: libgpm by dlopen(3), as ncurses does it, so that nothing is missing
 * where there is none. The descriptor to poll, or less than 0 without gpm.
 */
int console_mouse_open(void);
void console_mouse_close(void);
enum console_mouse_action {
    console_mouse_gone, /* gpm has ended */
    console_mouse_other, /* nothing of the left button's */
    console_mouse_press,
    console_mouse_drag,
    console_mouse_release,
};
/* The event that poll(2) told of, and its place, counted from 1. */
enum console_mouse_action console_mouse_read(int *_Nonnull column, int *_Nonnull row);

/* wcwidth(3), which glibc declares for X/Open alone. */
int character_width(uint32_t scalar);

/* Whether a signal is ignored: SIG_IGN is a macro. */
bool signals_ignored(int number);
/* sigaction(2) to SIG_DFL. */
void signals_default(int number);

/*
 * What a crash does from now on: the handler writes `bytes` and sets `mode`, then the signal acts as
 * if there were no handler. `count` is cut at what there is room for. Only async-signal-safe calls.
 */
void crash_watch(int terminal, const struct termios *_Nonnull mode, const char *_Nonnull bytes,
                 size_t count);
/* The terminal is somebody else's: a crash leaves it alone. */
void crash_forget(void);

#endif
