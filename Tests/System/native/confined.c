/*
 * What a process can still do in the sandbox of ../../../Sources/CSandbox, tried out. Usage:
 *
 *   confined NEEDS FOLDER                every attempt below, in a folder with a file `file`
 *   confined NEEDS calls NUMBER...       system calls by number, with arguments that none of them can take
 *   confined NEEDS foreign               a call by the table of 32-bit programs
 *
 * NEEDS is the number for sandbox_enter, or `none` for no sandbox. It writes lines `NAME: ERROR`, with `done`
 * for what was done.
 */
#include "../../../Sources/CSandbox/CSandbox.c"

#include <err.h>
#include <grp.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static void report(const char *name, bool done) {
    printf("%s: %s\n", name, done ? "done" : strerrorname_np(errno));
    fflush(stdout);
}

static bool opens(const char *name, int flags) {
    int file = open(name, flags | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static bool makes_socket(int family) {
    int made = socket(family, SOCK_DGRAM, 0);
    if (made >= 0) close(made);
    return made >= 0;
}

/* For what is known by this name in the working folder. */
static struct sockaddr_un address(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    stpncpy(address.sun_path, name, sizeof address.sun_path - 1);
    return address;
}

static void listen_at(const char *name) {
    struct sockaddr_un own = address(name);
    if (bind(socket(AF_UNIX, SOCK_DGRAM, 0), (struct sockaddr *)&own, sizeof own) != 0) err(2, "%s", name);
}

static int connected(const char *name) {
    struct sockaddr_un other = address(name);
    int made = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (connect(made, (struct sockaddr *)&other, sizeof other) != 0) err(2, "%s", name);
    return made;
}

static void *nothing(void *unused) { return unused; }

static void try_processes(void) {
    char *words[] = {"true", NULL};
    report("execve", execve("/no/such/program", words, words) == 0);
    pid_t child = fork();
    if (child == 0) _exit(0);
    report("fork", child > 0 && waitpid(child, NULL, 0) == child);
    pthread_t thread;
    errno = pthread_create(&thread, NULL, nothing, NULL);
    bool started = errno == 0;
    report("a thread", started);
    if (started) pthread_join(thread, NULL);
    errno = posix_spawn(&child, "/bin/true", NULL, NULL, words, words);
    bool spawned = errno == 0;
    report("posix_spawn", spawned);
    if (spawned) waitpid(child, NULL, 0);
    report("ptrace", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0); /* until we end */
    char from[8] = "memory", to[8];
    struct iovec local = {to, sizeof to}, remote = {from, sizeof from};
    report("process_vm_readv", process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == sizeof to);
    report("kill another", kill(getppid(), 0) == 0);
    report("kill oneself", kill(getpid(), 0) == 0);
    report("kill the group", kill(0, 0) == 0);
    report("tgkill another", syscall(SYS_tgkill, getppid(), getppid(), 0) == 0);
    report("raise", raise(SIGCONT) == 0);
    struct rlimit limit;
    report("own limits", getrlimit(RLIMIT_NOFILE, &limit) == 0);
    report("another's limits", prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit) == 0);
    report("setuid", setuid(0) == 0);
    report("setgroups", setgroups(0, NULL) == 0);
    report("prctl", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0);
}

static void try_files(void) {
    report("open for reading", opens("file", O_RDONLY));
    report("open a folder", opens(".", O_RDONLY | O_DIRECTORY));
    report("open for writing", opens("file", O_WRONLY));
    report("open for both", opens("file", O_RDWR));
    report("open a device for writing", opens("/dev/null", O_WRONLY));
    report("open and empty", opens("file", O_RDONLY | O_TRUNC));
    report("open a new file", opens("new", O_RDONLY | O_CREAT));
    report("open a file without a name", opens(".", O_RDWR | O_TMPFILE));
    int created = creat("created", 0600);
    report("creat", created >= 0 && close(created) == 0);
    report("rename", rename("file", "other") == 0 && rename("other", "file") == 0);
    report("link", link("file", "link") == 0);
    report("symlink", symlink("file", "symlink") == 0);
    report("mkdir", mkdir("folder", 0700) == 0);
    report("mkfifo", mkfifo("fifo", 0600) == 0);
    report("unlink", unlink("second") == 0);
    report("chmod", chmod("file", 0600) == 0);
    report("chown", chown("file", 0, 0) == 0);
    report("truncate", truncate("file", 0) == 0);
    report("utimensat", utimensat(AT_FDCWD, "file", NULL, 0) == 0);
    report("setxattr", setxattr("file", "trusted.test", "", 0, 0) == 0);
    int memory = memfd_create("memory", MFD_CLOEXEC);
    report("memfd_create", memory >= 0 && close(memory) == 0);
    report("chroot", chroot("/") == 0);
}

static void try_sockets(int log) {
    struct sockaddr_un other = address("another");
    struct iovec text = {"x", 1};
    struct msghdr message = {.msg_name = &other, .msg_namelen = sizeof other, .msg_iov = &text, .msg_iovlen = 1};
    report("send", send(log, "x", 1, 0) == 1);
    report("send to another", sendto(log, "x", 1, 0, (struct sockaddr *)&other, sizeof other) == 1);
    report("sendmsg", sendmsg(log, &message, 0) == 1);
    report("connect", connect(log, (struct sockaddr *)&other, sizeof other) == 0);
    report("a socket", makes_socket(AF_UNIX));
    report("a socket of the internet", makes_socket(AF_INET));
    report("a socket of the kernel", makes_socket(AF_NETLINK));
    report("msgget", msgget(IPC_PRIVATE, 0) >= 0);
}

static void try_memory(void) {
    const size_t size = 4096;
    int private = MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, private, -1, 0);
    report("memory", memory != MAP_FAILED);
    report("memory read-only", mprotect(memory, size, PROT_READ) == 0);
    report("memory made executable", mprotect(memory, size, PROT_READ | PROT_EXEC) == 0);
    report("executable memory", mmap(NULL, size, PROT_READ | PROT_EXEC, private, -1, 0) != MAP_FAILED);
    report("writable and executable memory",
           mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, private, -1, 0) != MAP_FAILED);
}

static void try_terminal(int terminal) {
    struct winsize size;
    char letter = 'x', drawing = 2;
    report("a terminal's size", ioctl(terminal, TIOCGWINSZ, &size) == 0);
    report("typing into a terminal", ioctl(terminal, TIOCSTI, &letter) == 0);
    report("drawing a console's pointer", ioctl(terminal, TIOCLINUX, &drawing) == 0);
}

/* Those that the kernel sends when something comes. Owners are we: nobody else is to be hit. */
static void try_signals(int log, int terminal) {
    int self = getpid(), on = 1;
    struct f_owner_ex owner = {F_OWNER_PID, self};
    report("F_SETOWN", fcntl(log, F_SETOWN, self) == 0);
    report("F_SETOWN_EX", fcntl(log, F_SETOWN_EX, &owner) == 0);
    report("FIOSETOWN", ioctl(log, FIOSETOWN, &self) == 0);
    report("SIOCSPGRP", ioctl(log, SIOCSPGRP, &self) == 0);
    report("F_SETSIG", fcntl(log, F_SETSIG, SIGIO) == 0);
    report("O_ASYNC", fcntl(terminal, F_SETFL, O_ASYNC) == 0);
    report("FIOASYNC", ioctl(terminal, FIOASYNC, &on) == 0);
    report("a terminal's foreground", tcsetpgrp(terminal, getpgrp()) == 0);
}

int main(int count, char **words) {
    if (count < 3) errx(2, "see the comment in the source");
    bool is_folder = strcmp(words[2], "calls") != 0 && strcmp(words[2], "foreign") != 0;
    if (is_folder && chdir(words[2]) != 0) err(2, "%s", words[2]);
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) err(2, "openpt");
    int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (terminal < 0) err(2, "terminal");
    int log = -1;
    if (is_folder) {
        listen_at("log");
        listen_at("another");
        log = connected("log");
    }
    if (strcmp(words[1], "none") != 0) {
        int result = sandbox_enter((unsigned)atoi(words[1]));
        if (result != 0) errx(1, "sandbox_enter: %s", strerrorname_np(-result));
    }
    if (is_folder) {
        try_processes();
        try_files();
        try_sockets(log);
        try_memory();
        try_terminal(terminal);
        try_signals(log, terminal);
    } else if (strcmp(words[2], "calls") == 0) {
        for (int index = 3; index < count; index++) {
            errno = 0;
            report(words[index], syscall(atol(words[index]), -1L, -1L, -1L, -1L, -1L, -1L) >= 0);
        }
    } else {
#ifdef __x86_64__
        long result = 20; /* getpid there */
        __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
        printf("%s\n", result == getpid() ? "done" : "failed");
#endif
    }
    return 0;
}
