/* Pipes, and the programs and workers at their other ends. */
#include "CLinux.h"
#include "Outcome.h"

#include <grp.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static int above_standard(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    int copy = linux_duplicate(descriptor, STDERR_FILENO + 1);
    close(descriptor);
    return copy;
}

int linux_pipe(int *end, int *start) {
    int ends[2];
    int result = outcome(pipe2(ends, O_CLOEXEC | O_NONBLOCK));
    if (result < 0) return result;
    *end = above_standard(ends[0]);
    *start = above_standard(ends[1]);
    if (*end >= 0 && *start >= 0) return 0;
    result = *end < 0 ? *end : *start;
    if (*end >= 0) close(*end);
    if (*start >= 0) close(*start);
    return result;
}

/* posix_spawn rather than fork: its child shares memory but runs libc's code alone, until exec. */
static int spawn(const char *path, char *const *words, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    char *environment[] = {NULL};
    pid_t child = -1;
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0)
        error = errors < 0
                    ? posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
                    : posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (error == 0)
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (error == 0) error = posix_spawn(&child, path, &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error != 0 ? -error : child;
}

int linux_spawn(const char *path, int input, int output) {
    char name[] = "pattern-chkpwd";
    char *words[] = {name, NULL};
    return spawn(path, words, input, output, -1);
}

int linux_spawn_words(const char *path, char *const *words, int input, int output) {
    return spawn(path, words, input, output, output);
}

int linux_pidfd_open(pid_t process) { return outcome((int)syscall(SYS_pidfd_open, process, 0)); }

void linux_end_child(pid_t process, int pidfd) {
    if (pidfd >= 0) {
        syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
        close(pidfd);
    } else if (waitpid(process, NULL, WNOHANG) == 0) {
        /* Still a child of ours that nobody has reaped, so that its id is no other's. */
        kill(process, SIGKILL);
    }
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

bool linux_identify(struct linux_identity *identity, const char *name, uid_t uid, gid_t gid) {
    identity->is_given = true;
    identity->uid = uid;
    identity->gid = gid;
    identity->count = sizeof identity->groups / sizeof *identity->groups;
    return getgrouplist(name, gid, identity->groups, &identity->count) >= 0;
}

bool linux_identify_account(struct linux_identity *identity, uid_t uid) {
    struct passwd *entry = getpwuid(uid); /* programs have one thread */
    return entry != NULL && linux_identify(identity, entry->pw_name, uid, entry->pw_gid);
}

int linux_start(const char *path, char *const *words, char *const *environment, int output,
                const struct linux_identity *identity) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return outcome(child);
    /* Groups and gid first: without uid 0 they can't be changed any more. */
    if (identity->is_given &&
        (setgroups((size_t)identity->count, identity->groups) != 0 ||
         setresgid(identity->gid, identity->gid, identity->gid) != 0 ||
         setresuid(identity->uid, identity->uid, identity->uid) != 0))
        _exit(126);
    /* After setresuid, which clears it; the parent may have ended before. */
    if (prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) != 0 || getppid() != parent) _exit(126);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(output, STDOUT_FILENO) < 0) _exit(126);
    execve(path, words, environment);
    _exit(127);
}

int linux_start_worker(int input, int output) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return outcome(child);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(126);
    unsigned int low = (unsigned int)(input < output ? input : output);
    unsigned int high = (unsigned int)(input < output ? output : input);
    if (low > 3) close_range(3, low - 1, 0);
    if (high > low + 1) close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0U, 0);
    return 0;
}

static int wait_for(pid_t process, int options, bool *stopped) {
    int status = 0;
    while (waitpid(process, &status, options) < 0) {
        if (errno != EINTR) return outcome(-1);
    }
    *stopped = WIFSTOPPED(status);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int linux_wait(pid_t process) {
    bool stopped;
    return wait_for(process, 0, &stopped);
}

int linux_wait_or_stop(pid_t process, bool *stopped) {
    *stopped = false;
    return wait_for(process, WUNTRACED, stopped);
}
