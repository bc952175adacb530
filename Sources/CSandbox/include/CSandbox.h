/*
 * A process that gives up what it does not need any more, for good: no new privileges, and a filter of
 * system calls (seccomp(2)) that lets it run no program, start no process, touch no other one, reach
 * nobody by a socket that is not connected to them, and change no file's name, owner or mode.
 */
#ifndef CSANDBOX_H
#define CSANDBOX_H

/* What is still needed; with none of it what is open is read, written and closed, and no more. */
enum sandbox_needs {
    /* A terminal: ioctl(2), but for what types into it or signals others; opening files for reading, and
     * libraries; signals to the own group, as Ctrl-Z does. */
    sandbox_terminal = 1,
    /* And gpm(8): sockets of the family AF_UNIX, connected to anybody, TIOCLINUX of ioctl(2), and writing to what
     * is below /dev (landlock(7); to any file that is there, where the kernel has none). */
    sandbox_console = 2,
};

/*
 * Enters the sandbox. What is open stays open, and connected. A call that is refused fails with EPERM, one that
 * a kernel of 2022 did not have with ENOSYS; of another machine's table of calls is the end of the process.
 *
 * 0 when that is so, and also where the kernel has no filters, or this machine's calls are not known here;
 * -errno when the filter was refused for any other reason.
 */
int sandbox_enter(unsigned needs);

#endif
