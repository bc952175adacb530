#include "CLinux.h"
#include "Outcome.h"

#include <grp.h>
#include <nss.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>

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

ssize_t linux_pwrite(int descriptor, const void *buffer, size_t size, off_t offset) {
    return transferred(pwrite(descriptor, buffer, size, offset));
}

int linux_fdatasync(int descriptor) { return outcome(fdatasync(descriptor)); }

int linux_fsync(int descriptor) { return outcome(fsync(descriptor)); }

int linux_flock(int descriptor, int operation) { return outcome(flock(descriptor, operation)); }

int linux_fchown(int descriptor, uid_t uid, gid_t gid) {
    return outcome(fchown(descriptor, uid, gid));
}

int linux_fchmod(int descriptor, mode_t mode) { return outcome(fchmod(descriptor, mode)); }

int linux_renameat(int folder, const char *from, const char *to) {
    return outcome(renameat(folder, from, folder, to));
}

int linux_rename_new(int folder, const char *from, const char *to) {
    int result = outcome(renameat2(folder, from, folder, to, RENAME_NOREPLACE));
    if (result != -EINVAL && result != -ENOSYS) return result;
    result = outcome(linkat(folder, from, folder, to, 0));
    return result < 0 ? result : outcome(unlinkat(folder, from, 0));
}

int linux_open_nameless(int folder, mode_t mode) {
    return outcome(openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
}

int linux_name(int descriptor, int folder, const char *path) {
    int result = outcome(linkat(descriptor, "", folder, path, AT_EMPTY_PATH));
    if (result != -ENOENT) return result;
    /* Not for root alone, but not without /proc. */
    char opened[32];
    snprintf(opened, sizeof opened, "/proc/self/fd/%d", descriptor);
    return outcome(linkat(AT_FDCWD, opened, folder, path, AT_SYMLINK_FOLLOW));
}

int linux_file_size_limit(ptrdiff_t *limit) {
    struct rlimit limits;
    int result = outcome(getrlimit(RLIMIT_FSIZE, &limits));
    *limit = result < 0 ? 0 : limits.rlim_cur > PTRDIFF_MAX ? PTRDIFF_MAX : (ptrdiff_t)limits.rlim_cur;
    return result;
}

void linux_end_after(unsigned seconds) {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    alarm(seconds);
}

int linux_peer_user(int descriptor, uid_t *user) {
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof peer;
    int result = outcome(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size));
    *user = peer.uid;
    return result;
}

int64_t linux_milliseconds_since_boot(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void linux_sleep(int64_t milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

int linux_unlinkat(int folder, const char *path) { return outcome(unlinkat(folder, path, 0)); }

ssize_t linux_getrandom(void *buffer, size_t size) {
    return transferred(getrandom(buffer, size, 0));
}

int linux_wait_readable(int descriptor, int milliseconds) {
    struct pollfd polled = {.fd = descriptor, .events = POLLIN};
    int64_t end = linux_milliseconds_since_boot() + milliseconds;
    while (true) {
        int result = outcome(poll(&polled, 1, milliseconds));
        if (result != -EINTR) return result;
        if (milliseconds < 0) continue; /* without end */
        int64_t rest = end - linux_milliseconds_since_boot();
        milliseconds = rest > 0 ? (int)rest : 0;
    }
}

bool linux_has_no_new_privileges(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }

bool linux_is_setgid(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && (status.st_mode & S_ISGID) != 0;
}

static const char domain[] = "pam_pattern";

/* glibc's name for the characters of the C locale. */
static bool has_letters(void) { return strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") != 0; }

const char *linux_translated(const char *text) { return has_letters() ? dgettext(domain, text) : text; }

const char *linux_translated_plural(const char *one, const char *many, unsigned long count) {
    return has_letters() ? dngettext(domain, one, many, count) : count == 1 ? one : many;
}

void linux_translate_to_utf8(void) { bind_textdomain_codeset(domain, "UTF-8"); }

bool linux_hide_process(void) {
    struct rlimit none = {0, 0};
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0;
}

void linux_clear_environment(void) { clearenv(); }

void linux_load_time_zone(void) { tzset(); }

/* libc keeps the pointer to the name. */
void linux_open_log(void) { openlog("pattern-chkpwd", LOG_PID | LOG_NDELAY, LOG_AUTHPRIV); }

void linux_log(int priority, const char *text) { syslog(priority, "%s", text); }

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

int linux_next_option(int count, char **words, const char *letters, const struct option *options,
                      const char **text, int *next) {
    opterr = 0;
    int value = getopt_long(count, words, letters, options, NULL);
    *text = optarg;
    *next = optind;
    return value;
}

int linux_wrong_option(void) { return optopt; }

static pthread_mutex_t options_lock = PTHREAD_MUTEX_INITIALIZER;

void linux_begin_options(void) {
    pthread_mutex_lock(&options_lock);
    optind = 0; /* rather than 1: glibc then also forgets the rest of a word of letters */
}

void linux_end_options(void) { pthread_mutex_unlock(&options_lock); }

bool linux_keep_standard_descriptors(void) {
    bool has_output = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        int opened = open("/dev/null", O_RDWR); /* the lowest free one: this */
        if (opened < 0) return false;
    }
    return has_output;
}

const char *linux_next_name(DIR *folder, int *error) {
    errno = 0;
    struct dirent *entry = readdir(folder);
    *error = entry == NULL ? errno : 0;
    return entry == NULL ? NULL : entry->d_name;
}

int linux_stat(const char *path, struct stat *status) { return outcome(stat(path, status)); }

bool linux_ignores_set_id(const char *path) {
    struct statvfs status;
    return statvfs(path, &status) == 0 && (status.f_flag & ST_NOSUID) != 0;
}

const char *linux_group_members(const char *name, gid_t *gid) {
    static char members[1024];
    struct group *group = getgrnam(name);
    if (group == NULL) return NULL;
    *gid = group->gr_gid;
    size_t length = 0;
    members[0] = '\0';
    for (char **member = group->gr_mem; *member != NULL && length < sizeof members; member++)
        length += (size_t)snprintf(members + length, sizeof members - length, "%s%s", length > 0 ? ", " : "",
                                   *member);
    return members;
}

void linux_rewind_accounts(void) { setpwent(); }

const char *linux_next_account(uid_t *uid, gid_t *gid) {
    struct passwd *entry = getpwent();
    if (entry == NULL) return NULL;
    *uid = entry->pw_uid;
    *gid = entry->pw_gid;
    return entry->pw_name;
}

void linux_end_accounts(void) { endpwent(); }

bool linux_choose_accounts(const char *sources) { return __nss_configure_lookup("passwd", sources) == 0; }

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

int linux_signalfd(const sigset_t *signals) {
    return outcome(signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

void linux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int linux_processors(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? count : 1;
}

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool linux_can_execute(const char *path) { return access(path, X_OK) == 0; }
