/* The smallest ncurses program that shows a line and waits: what pattern-pad's start is compared with. */
#include <curses.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, ""); /* as ncurses(3) asks of every program */
    initscr();
    raw();
    noecho();
    mvaddstr(0, 0, "Draw your pattern");
    refresh();
    getch();
    endwin();
    return 0;
}
