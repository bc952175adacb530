/* A stand-in for libgpm, built with its header: events come from the FIFO $FAKE_GPM, and what the program asks for
 * goes to $FAKE_GPM.log. Like the real one it opens the terminal for writing and a socket each time. */
#include <fcntl.h>
#include <gpm.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int gpm_visiblepointer;
static int events = -1, console = -1, control = -1;

static FILE *report(void) {
    static FILE *log; /* kept: later the program can open nothing for writing */
    static char path[256];
    if (log == NULL) {
        snprintf(path, sizeof path, "%s.log", getenv("FAKE_GPM"));
        log = fopen(path, "a");
        setvbuf(log, NULL, _IOLBF, 0);
    }
    return log;
}

int Gpm_Open(Gpm_Connect *connect, int flag) {
    fprintf(report(), "open %d %d %d %d %d pointer %d\n", connect->eventMask, connect->defaultMask, connect->minMod,
            connect->maxMod, flag, gpm_visiblepointer);
    console = open(ttyname(STDERR_FILENO), O_WRONLY | O_CLOEXEC);
    control = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (console < 0 || control < 0) return -1;
    events = open(getenv("FAKE_GPM"), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return events;
}

int Gpm_Close(void) {
    fputs("close\n", report());
    close(console);
    close(control);
    return close(events);
}

int Gpm_GetEvent(Gpm_Event *event) { return read(events, event, sizeof *event) == (ssize_t)sizeof *event; }
