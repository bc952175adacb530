/* libc's calls as the code under test meets them: __wrap_X takes the place of X, which is __real_X. */
#include "World.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <pwd.h>
#include <shadow.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define REAL(result, name, ...)          \
    result __real_##name(__VA_ARGS__);   \
    result __wrap_##name(__VA_ARGS__);   \
    result __wrap_##name(__VA_ARGS__)

long __real_syscall(long number, ...);

/* openat(2) below the root of the world, whatever the path: no machine's file is reached. */
int __real_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    if (!fuzz_is_on) return __real_openat(folder, path, flags, mode);
    int always = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
    if ((flags & always) != always) fuzz_refute("a file is opened close-on-exec, and follows no link");
    if (path[0] != '/' && strchr(path, '/') != NULL) fuzz_refute("a relative name is that of a file");
    if (fuzz_numbers[FUZZ_WALLED] && strcmp(path, "credentials") == 0) {
        errno = EACCES;
        return -1;
    }
    struct open_how how = {.flags = (uint64_t)flags, .mode = mode, .resolve = RESOLVE_IN_ROOT};
    int opened = (int)__real_syscall(SYS_openat2, path[0] == '/' ? fuzz_root : folder, path, &how, sizeof how);
    int error = fuzz_next();
    if (error > 0) {
        if (opened >= 0) __real_syscall(SYS_close, opened);
        if (opened >= 0 && error == ENOENT) fuzz_numbers[FUZZ_ABSENT]++;
        errno = error;
        return -1;
    }
    return fuzz_opened(opened);
}

REAL(int, close, int descriptor) {
    if (!fuzz_is_on) return __real_close(descriptor);
    fuzz_closed(descriptor);
    int result = __real_close(descriptor);
    return fuzz_fails() ? -1 : result; /* closed all the same */
}

int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (!fuzz_is_on || command != F_DUPFD_CLOEXEC) return __real_fcntl(descriptor, command, argument);
    if (fuzz_fails()) return -1;
    return fuzz_opened(__real_fcntl(descriptor, command, argument));
}

REAL(int, fstat, int descriptor, struct stat *status) {
    if (!fuzz_is_on) return __real_fstat(descriptor, status);
    int fault = fuzz_next();
    if (fault > 0) {
        errno = fault;
        return -1;
    }
    int result = __real_fstat(descriptor, status);
    if (result != 0) return result;
    if (fault == FUZZ_OWNER) status->st_uid = 4242;
    if (fault == FUZZ_MODE) status->st_mode |= 0777;
    if (fault == FUZZ_SIZE) status->st_size += 1;
    if (fault == FUZZ_LINKS) status->st_nlink = 2;
    if (fault == FUZZ_UNLINKED) status->st_nlink = 0;
    if (fault == FUZZ_KIND) status->st_mode = (status->st_mode & ~(mode_t)S_IFMT) | S_IFIFO;
    return result;
}

/* A transfer that may fail or be short; DONE is the call itself, of `size` bytes. */
#define TRANSFER(done)                                  \
    int fault = fuzz_next();                            \
    if (fault > 0) {                                    \
        errno = fault;                                  \
        return -1;                                      \
    }                                                   \
    if (fault == FUZZ_NOTHING) return 0;                \
    if (fault == FUZZ_HALF && size > 1) size /= 2;      \
    return done

REAL(ssize_t, pread, int descriptor, void *buffer, size_t size, off_t offset) {
    if (!fuzz_is_on) return __real_pread(descriptor, buffer, size, offset);
    TRANSFER(__real_pread(descriptor, buffer, size, offset));
}

REAL(ssize_t, pwrite, int descriptor, const void *buffer, size_t size, off_t offset) {
    if (!fuzz_is_on) return __real_pwrite(descriptor, buffer, size, offset);
    if (fuzz_numbers[FUZZ_FILE_SIZE_LIMIT] < offset + (off_t)size)
        fuzz_refute("nothing is written beyond RLIMIT_FSIZE, which would kill");
    TRANSFER(__real_pwrite(descriptor, buffer, size, offset));
}

REAL(ssize_t, read, int descriptor, void *buffer, size_t size) {
    if (!fuzz_is_on) return __real_read(descriptor, buffer, size);
    TRANSFER(__real_read(descriptor, buffer, size));
}

REAL(ssize_t, write, int descriptor, const void *buffer, size_t size) {
    if (!fuzz_is_on) return __real_write(descriptor, buffer, size);
    if (descriptor <= STDERR_FILENO) fuzz_refute("nothing is written to standard output or error");
    TRANSFER(__real_write(descriptor, buffer, size));
}

REAL(int, fdatasync, int descriptor) {
    if (!fuzz_is_on) return __real_fdatasync(descriptor);
    return fuzz_fails() ? -1 : 0; /* in memory there is nothing to wait for */
}

REAL(int, flock, int descriptor, int operation) {
    if (!fuzz_is_on) return __real_flock(descriptor, operation);
    if (operation & LOCK_UN) return __real_flock(descriptor, operation);
    if (!(operation & LOCK_NB)) fuzz_refute("no lock is waited for without end");
    if (fuzz_fails()) return -1;
    if (fuzz_numbers[FUZZ_MILLISECONDS] >= fuzz_numbers[FUZZ_BUSY_UNTIL])
        return __real_flock(descriptor, operation);
    errno = EWOULDBLOCK;
    return -1;
}

REAL(int, getrlimit, __rlimit_resource_t resource, struct rlimit *limit) {
    if (!fuzz_is_on) return __real_getrlimit(resource, limit);
    if (fuzz_fails()) return -1;
    limit->rlim_cur = limit->rlim_max = (rlim_t)fuzz_numbers[FUZZ_FILE_SIZE_LIMIT];
    return 0;
}

REAL(int, clock_gettime, clockid_t clock, struct timespec *now) {
    if (!fuzz_is_on) return __real_clock_gettime(clock, now);
    if (clock != CLOCK_BOOTTIME) fuzz_refute("time is that since boot");
    now->tv_sec = fuzz_numbers[FUZZ_MILLISECONDS] / 1000;
    now->tv_nsec = fuzz_numbers[FUZZ_MILLISECONDS] % 1000 * 1000000;
    return 0;
}

REAL(int, nanosleep, const struct timespec *time, struct timespec *rest) {
    if (!fuzz_is_on) return __real_nanosleep(time, rest);
    int64_t milliseconds = time->tv_sec * 1000 + time->tv_nsec / 1000000;
    if (milliseconds <= 0) fuzz_refute("a pause has an end and takes some time");
    fuzz_numbers[FUZZ_MILLISECONDS] += milliseconds;
    fuzz_numbers[FUZZ_WAITED] += milliseconds;
    return fuzz_fails() ? -1 : 0;
}

REAL(time_t, time, time_t *now) {
    if (!fuzz_is_on) return __real_time(now);
    return (time_t)fuzz_numbers[FUZZ_WALL_TIME];
}

REAL(uid_t, getuid, void) {
    return fuzz_is_on ? (uid_t)fuzz_numbers[FUZZ_REAL_USER] : __real_getuid();
}

REAL(uid_t, geteuid, void) {
    return fuzz_is_on ? (uid_t)fuzz_numbers[FUZZ_EFFECTIVE_USER] : __real_geteuid();
}

REAL(void *, malloc, size_t size) {
    if (!fuzz_is_on) return __real_malloc(size);
    return fuzz_fails() ? NULL : __real_malloc(size);
}

REAL(void *, calloc, size_t count, size_t size) {
    if (!fuzz_is_on) return __real_calloc(count, size);
    return fuzz_fails() ? NULL : __real_calloc(count, size);
}

/* An account of the list, by name in either case, as some directories do it, or by uid. */
static const uint8_t *account(const char *name, uid_t uid, uid_t *found, size_t *length) {
    for (size_t index = 0; index < fuzz_count(FUZZ_ACCOUNTS); index++) {
        size_t count;
        const uint8_t *entry = fuzz_take(FUZZ_ACCOUNTS, index, &count);
        if (count < 4) continue;
        *found = (uid_t)entry[0] | (uid_t)entry[1] << 8 | (uid_t)entry[2] << 16 | (uid_t)entry[3] << 24;
        *length = count - 4;
        if (name != NULL ? strcasecmp((const char *)entry + 4, name) == 0 : *found == uid) return entry + 4;
    }
    return NULL;
}

static int account_entry(const char *name, uid_t uid, struct passwd *entry, char *buffer, size_t size,
                         struct passwd **result) {
    *result = NULL;
    int error = fuzz_next();
    if (error > 0) return error;
    size_t length;
    uid_t found;
    const uint8_t *bytes = account(name, uid, &found, &length);
    if (bytes == NULL) return 0;
    if (size < (size_t)fuzz_numbers[FUZZ_ACCOUNT_BYTES] || size <= length) return ERANGE;
    memcpy(buffer, bytes, length + 1);
    memset(entry, 0, sizeof *entry);
    entry->pw_name = buffer;
    entry->pw_uid = found;
    *result = entry;
    return 0;
}

REAL(int, getpwnam_r, const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
    if (!fuzz_is_on) return __real_getpwnam_r(name, entry, buffer, size, result);
    return account_entry(name, 0, entry, buffer, size, result);
}

REAL(int, getpwuid_r, uid_t uid, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
    if (!fuzz_is_on) return __real_getpwuid_r(uid, entry, buffer, size, result);
    return account_entry(NULL, uid, entry, buffer, size, result);
}

REAL(int, getspnam_r, const char *name, struct spwd *entry, char *buffer, size_t size, struct spwd **result) {
    if (!fuzz_is_on) return __real_getspnam_r(name, entry, buffer, size, result);
    *result = NULL;
    int error = fuzz_next();
    if (error > 0) return error;
    size_t length;
    const uint8_t *bytes = fuzz_take(FUZZ_SHADOW, 0, &length);
    if (bytes == NULL) return ENOENT;
    if (size < (size_t)fuzz_numbers[FUZZ_ACCOUNT_BYTES] || size <= length) return ERANGE;
    memcpy(buffer, bytes, length + 1);
    memset(entry, 0, sizeof *entry);
    entry->sp_pwdp = buffer;
    *result = entry;
    return 0;
}

int __real_prctl(int option, ...);
int __wrap_prctl(int option, ...);
int __wrap_prctl(int option, ...) {
    if (fuzz_is_on && option == PR_GET_NO_NEW_PRIVS) return (int)fuzz_numbers[FUZZ_NO_NEW_PRIVILEGES];
    va_list arguments;
    va_start(arguments, option);
    unsigned long words[4];
    for (int index = 0; index < 4; index++) words[index] = va_arg(arguments, unsigned long);
    va_end(arguments);
    return __real_prctl(option, words[0], words[1], words[2], words[3]);
}

REAL(int, stat, const char *path, struct stat *status) {
    if (!fuzz_is_on) return __real_stat(path, status);
    (void)path;
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFREG | (fuzz_numbers[FUZZ_HAS_PIDFD] ? S_ISGID : 0); /* either way, now and then */
    return fuzz_fails() ? -1 : 0;
}
