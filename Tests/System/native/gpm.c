/* A stand-in for libgpm, built with its header: events come from the FIFO $FAKE_GPM, and what the program asks for
 * goes to $FAKE_GPM.log. */
#include <fcntl.h>
#include <gpm.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int gpm_visiblepointer;
static int events = -1;

static FILE *report(void) {
    static char path[256];
    snprintf(path, sizeof path, "%s.log", getenv("FAKE_GPM"));
    FILE *log = fopen(path, "a");
    return log != NULL ? log : stderr;
}

int Gpm_Open(Gpm_Connect *connect, int flag) {
    FILE *log = report();
    fprintf(log, "open %d %d %d %d %d pointer %d\n", connect->eventMask, connect->defaultMask, connect->minMod,
            connect->maxMod, flag, gpm_visiblepointer);
    fclose(log);
    events = open(getenv("FAKE_GPM"), O_RDONLY | O_NONBLOCK);
    return events;
}

int Gpm_Close(void) {
    FILE *log = report();
    fputs("close\n", log);
    fclose(log);
    return close(events);
}

int Gpm_GetEvent(Gpm_Event *event) { return read(events, event, sizeof *event) == (ssize_t)sizeof *event; }
