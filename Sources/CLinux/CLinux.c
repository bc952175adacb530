#include "CLinux.h"

static int outcome(int result) { return result < 0 ? -errno : result; }
static ssize_t transferred(ssize_t result) { return result < 0 ? -(ssize_t)errno : result; }

int linux_openat(int folder, const char *path, int flags, mode_t mode) {
    return outcome(openat(folder, path, flags, mode));
}

int linux_duplicate(int descriptor, int least) {
    return outcome(fcntl(descriptor, F_DUPFD_CLOEXEC, least));
}

int linux_fstat(int descriptor, struct stat *status) { return outcome(fstat(descriptor, status)); }

ssize_t linux_pread(int descriptor, void *buffer, size_t size, off_t offset) {
    return transferred(pread(descriptor, buffer, size, offset));
}

ssize_t linux_read(int descriptor, void *buffer, size_t size) {
    return transferred(read(descriptor, buffer, size));
}

ssize_t linux_write(int descriptor, const void *buffer, size_t size) {
    return transferred(write(descriptor, buffer, size));
}

int linux_fsync(int descriptor) { return outcome(fsync(descriptor)); }

int linux_flock(int descriptor, int operation) { return outcome(flock(descriptor, operation)); }

int linux_fchown(int descriptor, uid_t uid, gid_t gid) {
    return outcome(fchown(descriptor, uid, gid));
}

int linux_fchmod(int descriptor, mode_t mode) { return outcome(fchmod(descriptor, mode)); }

int linux_renameat(int folder, const char *from, const char *to) {
    return outcome(renameat(folder, from, folder, to));
}

int linux_unlinkat(int folder, const char *path) { return outcome(unlinkat(folder, path, 0)); }

ssize_t linux_getrandom(void *buffer, size_t size) {
    return transferred(getrandom(buffer, size, 0));
}

int linux_account_by_name(const char *name, char *buffer, size_t size, const char **found,
                          uid_t *uid) {
    struct passwd entry;
    struct passwd *result = NULL;
    int error = getpwnam_r(name, &entry, buffer, size, &result);
    *found = result != NULL ? result->pw_name : NULL;
    *uid = result != NULL ? result->pw_uid : (uid_t)-1;
    return error;
}

int linux_account_by_uid(uid_t uid, char *buffer, size_t size, const char **found) {
    struct passwd entry;
    struct passwd *result = NULL;
    int error = getpwuid_r(uid, &entry, buffer, size, &result);
    *found = result != NULL ? result->pw_name : NULL;
    return error;
}

int linux_shadow_password(const char *name, char *buffer, size_t size, const char **found) {
    struct spwd entry;
    struct spwd *result = NULL;
    int error = getspnam_r(name, &entry, buffer, size, &result);
    *found = result != NULL ? result->sp_pwdp : NULL;
    return error;
}

const char *linux_error_text(int error) {
    const char *text = strerrordesc_np(error);
    return text != NULL ? text : "unknown error";
}

bool linux_has_memory(size_t size) {
    void *volatile memory = malloc(size);
    bool has = memory != NULL;
    free(memory);
    return has;
}

const char *linux_crypt(const char *phrase, const char *setting, void *area, size_t size,
                        int *error) {
    errno = 0;
    const char *result = crypt_rn(phrase, setting, area, (int)size);
    *error = result == NULL ? errno : 0;
    return result;
}

int linux_next_option(int count, char **words, const char *letters, const struct option *options,
                      const char **text, int *next) {
    opterr = 0;
    int word = optind;
    int value = getopt_long(count, words, letters, options, NULL);
    bool is_wrong = value == '?' || value == ':';
    *text = is_wrong ? (word < count ? words[word] : NULL) : optarg;
    *next = optind;
    return value;
}

const char *linux_next_name(DIR *folder, int *error) {
    errno = 0;
    struct dirent *entry = readdir(folder);
    *error = entry == NULL ? errno : 0;
    return entry == NULL ? NULL : entry->d_name;
}

bool linux_format_time(int64_t seconds, bool local, char *buffer, size_t size) {
    time_t time = (time_t)seconds;
    struct tm parts;
    if ((local ? localtime_r(&time, &parts) : gmtime_r(&time, &parts)) == NULL) return false;
    return strftime(buffer, size, local ? "%Y-%m-%d %H:%M" : "%Y-%m-%dT%H:%M:%SZ", &parts) > 0;
}

int linux_get_terminal(int descriptor, struct termios *mode) {
    return outcome(tcgetattr(descriptor, mode));
}

int linux_set_terminal(int descriptor, const struct termios *mode) {
    return outcome(tcsetattr(descriptor, TCSAFLUSH, mode));
}

int linux_signalfd(const sigset_t *signals) { return outcome(signalfd(-1, signals, SFD_CLOEXEC)); }

void linux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
