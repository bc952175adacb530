/* pattern-chkpwd as its caller meets it: a program that is started, answers on a pipe, or does not. */
#include "World.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Above every pid_max: nobody's. */
enum { child = 0x7ffffff0, silent = 1 };

static int input, output;

long __real_syscall(long number, ...);
ssize_t __real_read(int descriptor, void *buffer, size_t size);
ssize_t __real_write(int descriptor, const void *buffer, size_t size);

int __real_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int new);
int __wrap_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int new);
int __wrap_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int new) {
    if (!fuzz_is_on) return __real_posix_spawn_file_actions_adddup2(actions, descriptor, new);
    if (fuzz_fails()) return errno;
    if (new == STDIN_FILENO) input = descriptor;
    if (new == STDOUT_FILENO) output = descriptor;
    return __real_posix_spawn_file_actions_adddup2(actions, descriptor, new);
}

int __real_posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *words, char *const *environment);
int __wrap_posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *words, char *const *environment);
int __wrap_posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *words, char *const *environment) {
    if (!fuzz_is_on) return __real_posix_spawn(process, path, actions, attributes, words, environment);
    if (strcmp(path, "/usr/libexec/pam_pattern/pattern-chkpwd") != 0 || environment[0] != NULL)
        fuzz_refute("no program is started but the checker, with nothing in its environment");
    if (fuzz_fails()) return errno;
    char request[512];
    ssize_t count = __real_read(input, request, sizeof request);
    fuzz_note(FUZZ_REQUEST, request, count > 0 ? (size_t)count : 0);
    size_t length;
    const uint8_t *answer = fuzz_take(FUZZ_ANSWERS, (size_t)fuzz_numbers[FUZZ_ANSWERED]++, &length);
    *process = child;
    if (length == 0) return 0;
    /* A silent one keeps its end open. */
    if (answer[0] == silent) fuzz_kept((int)__real_syscall(SYS_dup, output));
    return __real_write(output, answer + 1, length - 1) == (ssize_t)length - 1 ? 0 : EIO;
}

int __real_poll(struct pollfd *polled, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *polled, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *polled, nfds_t count, int milliseconds) {
    if (!fuzz_is_on) return __real_poll(polled, count, milliseconds);
    if (milliseconds < 0) fuzz_refute("no answer is waited for without end");
    if (fuzz_fails()) return -1;
    int result = __real_poll(polled, count, 0);
    if (result == 0) fuzz_numbers[FUZZ_MILLISECONDS] += milliseconds;
    if (result == 0) fuzz_numbers[FUZZ_WAITED] += milliseconds;
    return result;
}

int __real_pipe2(int *ends, int flags);
int __wrap_pipe2(int *ends, int flags);
int __wrap_pipe2(int *ends, int flags) {
    if (!fuzz_is_on) return __real_pipe2(ends, flags);
    if (fuzz_fails()) return -1;
    int result = __real_pipe2(ends, flags);
    if (result == 0) fuzz_opened(ends[0]);
    if (result == 0) fuzz_opened(ends[1]);
    return result;
}

long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long words[6];
    for (int index = 0; index < 6; index++) words[index] = va_arg(arguments, long);
    va_end(arguments);
    if (!fuzz_is_on) return __real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    switch (number) {
    case SYS_pidfd_open:
        if (words[0] != child) fuzz_refute("a pidfd is that of the checker");
        errno = ENOSYS;
        if (fuzz_fails() || !fuzz_numbers[FUZZ_HAS_PIDFD]) return -1;
        return fuzz_opened((int)__real_syscall(SYS_dup, fuzz_root));
    case SYS_pidfd_send_signal: return 0;
    default: fuzz_refute("no other system call is made by number");
    }
}

pid_t __real_waitpid(pid_t process, int *status, int options);
pid_t __wrap_waitpid(pid_t process, int *status, int options);
pid_t __wrap_waitpid(pid_t process, int *status, int options) {
    if (!fuzz_is_on) return __real_waitpid(process, status, options);
    if (process != child) fuzz_refute("only the checker is waited for");
    if (fuzz_fails()) return -1;
    errno = ECHILD; /* a host that ignores SIGCHLD */
    return fuzz_numbers[FUZZ_HAS_PIDFD] ? -1 : options & WNOHANG ? 0 : child;
}

int __real_kill(pid_t process, int signal);
int __wrap_kill(pid_t process, int signal);
int __wrap_kill(pid_t process, int signal) {
    if (!fuzz_is_on) return __real_kill(process, signal);
    if (process != child) fuzz_refute("only the checker is killed");
    return 0;
}
