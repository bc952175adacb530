// What the sides of host.c measure in processes of their own: memory, libraries, loading, sudo, many at once.

#include "side.h"

#include <crypt.h>
#include <dlfcn.h>
#include <err.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE = 65536, MOST_AT_ONCE = 256 };

// All of a file of /proc, without the C library's buffers: they would be measured.
static char *content(const char *name)
{
    static char text[16 * PIECE];
    size_t count = 0;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : 1;
    while (got > 0 && (got = read(file, text + count, sizeof text - 1 - count)) > 0)
        count += (size_t)got;
    if (got < 0)
        err(2, "%s", name);
    close(file);
    text[count] = '\0';
    return text;
}

// Resident bytes, exactly: the counter of statm lags behind by up to 64 pages.
static double resident(void)
{
    const char *line = strstr(content("/proc/self/smaps_rollup"), "\nRss:");
    if (line == NULL)
        errx(2, "/proc/self/smaps_rollup: no Rss");
    return strtod(line + 5, NULL) * 1024;
}

// Files with code that are mapped.
static double libraries(void)
{
    double count = 0;
    for (char *line = content("/proc/self/maps"), *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        count += strstr(line, " r-xp ") != NULL && strchr(line, '/') != NULL;
    }
    return count;
}

static double measured(enum cost cost) { return cost == LIBRARIES ? libraries() : resident(); }

struct watch {
    enum cost cost;
    double value;
};

static void look(void *data)
{
    struct watch *watch = data;
    watch->value = measured(watch->cost);
}

// What a host has touched before its first module: libpam, libcrypt and the accounts. Both sides add to that.
static void warm(const struct side *side)
{
    static struct crypt_data area;
    struct side permit = *side;
    struct watch ignored = {.cost = HELD};
    permit.service = permit.name = "permit";
    permit.expected = ACCEPTS;
    if (crypt_rn("text", "$6$salt", &area, sizeof area) == NULL || getpwnam(side->user) == NULL ||
        getspnam(side->user) == NULL || !pam_check_watched(&permit, true, look, &ignored))
        errx(2, "%s: can't prepare a host", side->name);
}

static double memory(struct side *side, enum cost cost)
{
    struct watch watch = {.cost = cost};
    warm(side);
    double before = measured(cost);
    if (!pam_check_watched(side, true, look, &watch))
        errx(2, "%s: the right secret was refused", side->name);
    return (cost == LEFT ? resident() : watch.value) - before;
}

static double load(const struct side *side)
{
    int64_t start = cpu_nanoseconds();
    void *module = dlopen(side->file, RTLD_NOW);
    if (module == NULL || dlclose(module) != 0)
        errx(2, "%s", dlerror());
    return (double)(cpu_nanoseconds() - start);
}

static bool succeeded(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child)
        err(2, "waiting for a process");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        exit(2);
    return status == 0;
}

double check_alone(struct side *side, enum cost cost)
{
    int ends[2];
    double value;
    if (pipe2(ends, O_CLOEXEC) != 0)
        err(2, "pipe");
    pid_t child = fork();
    if (child == 0) {
        value = side->kind == LOAD ? load(side) : memory(side, cost);
        _exit(write(ends[1], &value, sizeof value) == sizeof value ? 0 : 2);
    }
    if (child < 0 || read(ends[0], &value, sizeof value) != sizeof value || !succeeded(child))
        errx(2, "%s: a process of its own failed", side->name);
    close(ends[0]), close(ends[1]);
    return value;
}

// `sudo -S true` as the account, the secret on standard input. What follows in the pipe is its end.
bool sudo_check(struct side *side, bool right)
{
    int ends[2];
    struct passwd *account = getpwnam(side->user);
    if (account == NULL || pipe2(ends, O_CLOEXEC) != 0 ||
        dprintf(ends[1], "%s\n", right ? side->secret : "another") < 0)
        errx(2, "sudo: can't be prepared for %s", side->user);
    close(ends[1]);
    pid_t child = fork();
    if (child < 0)
        err(2, "fork");
    if (child == 0) {
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (dup2(ends[0], 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0 || setgroups(0, NULL) != 0 ||
            setresgid(account->pw_gid, account->pw_gid, account->pw_gid) != 0 ||
            setresuid(account->pw_uid, account->pw_uid, account->pw_uid) != 0)
            _exit(2);
        execl("/usr/bin/sudo", "sudo", "-S", "-p", "", "true", NULL);
        _exit(2);
    }
    close(ends[0]);
    return succeeded(child);
}

// Lets all of them begin at the same moment; the time is one's share of that until the last has ended. A wrong secret
// is tried by one alone.
bool crowd_check(struct side *side, bool right, int64_t *nanoseconds)
{
    pid_t children[MOST_AT_ONCE];
    int ends[2];
    char ignored;
    int count = right ? side->at_once : 1;
    if (count > MOST_AT_ONCE || pipe2(ends, O_CLOEXEC) != 0)
        errx(2, "%d at once", count);
    for (int i = 0; i < count; i++) {
        children[i] = fork();
        if (children[i] < 0)
            err(2, "fork");
        if (children[i] > 0)
            continue;
        char user[64];
        struct side own = *side;
        snprintf(user, sizeof user, "%s%d", side->user, i);
        own.user = user;
        close(ends[1]);
        bool accepted = read(ends[0], &ignored, 1) == 0 && pam_check(&own, right, wall_nanoseconds, nanoseconds);
        _exit(accepted == right ? 0 : 1);
    }
    int64_t start = wall_nanoseconds();
    close(ends[1]);
    bool as_expected = true;
    for (int i = 0; i < count; i++)
        as_expected &= succeeded(children[i]);
    *nanoseconds = (wall_nanoseconds() - start) / count;
    close(ends[0]);
    return right ? as_expected : !as_expected;
}
