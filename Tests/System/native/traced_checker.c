/*
 * Stands in the checker's place, set-user-ID root, for the tests: runs the real one as its caller under
 * strace, with the options of this turn. The folder below holds `turn`, a byte that counts the runs; for
 * each run that is traced a file `options.N`, an option a line; and `checker`, the real one. The trace
 * goes to `trace.N`. A run without options is left alone.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "/run/pattern-tests/checker/"

static int next_turn(void)
{
    char turn = '0';
    int file = open(FOLDER "turn", O_RDWR);

    if (pread(file, &turn, 1, 0) != 1)
        err(2, "turn");
    turn++;
    if (pwrite(file, &turn, 1, 0) != 1)
        err(2, "turn");
    close(file);
    return turn - '0';
}

int main(void)
{
    static char name[64], trace[64], options[1024];
    char *words[16] = {"strace", "-o", trace, "-u", "alice"};
    int count = 5;
    uid_t caller = getuid();

    if (setresuid(0, 0, 0) != 0)
        err(2, "setresuid");
    int turn = next_turn();
    snprintf(name, sizeof name, FOLDER "options.%d", turn);
    snprintf(trace, sizeof trace, FOLDER "trace.%d", turn);
    int file = open(name, O_RDONLY);
    if (file < 0) {
        if (setresuid(caller, caller, caller) != 0)
            err(2, "setresuid");
        execl(FOLDER "checker", "pattern-chkpwd", NULL);
        err(2, "checker");
    }
    if (read(file, options, sizeof options - 1) < 0)
        err(2, "%s", name);
    close(file);
    for (char *word = strtok(options, "\n"); word && count < 14; word = strtok(NULL, "\n"))
        words[count++] = word;
    words[count] = FOLDER "checker";
    execv("/usr/bin/strace", words);
    err(2, "strace");
}
