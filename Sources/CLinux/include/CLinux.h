/*
 * libc for Swift: the headers, and what Swift can't call by itself. Functions with
 * variable arguments get a fixed form; calls that report through errno return -errno instead, since
 * errno is a macro. Nothing here decides anything.
 */
#ifndef CLINUX_H
#define CLINUX_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <pwd.h>
#include <shadow.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* openat(2): variadic. */
int linux_openat(int folder, const char *_Nonnull path, int flags, mode_t mode);
/* fcntl(2) F_DUPFD_CLOEXEC: variadic. The copy is `least` or higher. */
int linux_duplicate(int descriptor, int least);
int linux_fstat(int descriptor, struct stat *_Nonnull status);
ssize_t linux_pread(int descriptor, void *_Nonnull buffer, size_t size, off_t offset);
ssize_t linux_read(int descriptor, void *_Nonnull buffer, size_t size);
ssize_t linux_write(int descriptor, const void *_Nonnull buffer, size_t size);
ssize_t linux_pwrite(int descriptor, const void *_Nonnull buffer, size_t size, off_t offset);
int linux_fsync(int descriptor);
int linux_fdatasync(int descriptor);
int linux_flock(int descriptor, int operation);
int linux_fchown(int descriptor, uid_t uid, gid_t gid);
int linux_fchmod(int descriptor, mode_t mode);
int linux_renameat(int folder, const char *_Nonnull from, const char *_Nonnull to);
/* renameat2(2) with RENAME_NOREPLACE; where the file system has none, link(2) and unlink(2). */
int linux_rename_new(int folder, const char *_Nonnull from, const char *_Nonnull to);
/* openat(2) with O_TMPFILE, for writing; gone when it is closed, unless linux_name gave it a name. */
int linux_open_nameless(int folder, mode_t mode);
/* linkat(2): gives an open file a name in a folder, which must not be there yet. */
int linux_name(int descriptor, int folder, const char *_Nonnull path);
int linux_unlinkat(int folder, const char *_Nonnull path);
ssize_t linux_getrandom(void *_Nonnull buffer, size_t size);

/* RLIMIT_FSIZE, at most PTRDIFF_MAX: the constant for none does not fit a signed number. */
int linux_file_size_limit(ptrdiff_t *_Nonnull limit);
/* alarm(2), which ends the process whatever its caller did about SIGALRM; 0 for no longer. */
void linux_end_after(unsigned seconds);
/* SO_PEERCRED: the user who connected the other end of a socket; (uid_t)-1 where it is not of this machine. */
int linux_peer_user(int descriptor, uid_t *_Nonnull user);
int64_t linux_milliseconds_since_boot(void);
void linux_sleep(int64_t milliseconds);

/* pipe2(2) with O_CLOEXEC and O_NONBLOCK, both ends above 2. */
int linux_pipe(int *_Nonnull end, int *_Nonnull start);
/* posix_spawn(3), see Child.swift; the process id. */
int linux_spawn(const char *_Nonnull path, int input, int output);
/* pidfd_open(2); -errno where there is none. */
int linux_pidfd_open(pid_t process);
/* Kills a child, by its pidfd where there is one, and waits for it; closes the pidfd. */
void linux_end_child(pid_t process, int pidfd);
/* poll(2) of one descriptor for reading, as long as told even when signals come: 1, 0 or -errno. */
int linux_wait_readable(int descriptor, int milliseconds);
bool linux_has_no_new_privileges(void);
bool linux_is_setgid(const char *_Nonnull path);

/*
 * dgettext(3) and dngettext(3) of our domain, by the host's locale as it is: the text itself where there is
 * no translation, and where the locale's characters are ASCII, in which a translation would be question
 * marks. Valid until the locale changes. Macros, and with a text that is kept in libc's own folder.
 */
const char *_Nonnull linux_translated(const char *_Nonnull text);
const char *_Nonnull linux_translated_plural(const char *_Nonnull one, const char *_Nonnull many,
                                             unsigned long count);
/* For the programs: translations in UTF-8, bind_textdomain_codeset(3), whatever the locale's characters. */
void linux_translate_to_utf8(void);

/* For the checker and the programs. */

/* Keeps this process from being traced, dumped or read by others of its user: prctl(2), setrlimit(2). */
bool linux_hide_process(void);

/* Drops all variables: libc reads some, TZ for the time in a log line among them. */
void linux_clear_environment(void);
/* tzset(3), lest linux_log opens a file for it. */
void linux_load_time_zone(void);
/* openlog(3) of the checker: connects to the log, if it is there, and keeps that for each linux_log. */
void linux_open_log(void);
/* syslog(3) to LOG_AUTHPRIV of one finished line. */
void linux_log(int priority, const char *_Nonnull text);

/* S_ISREG and S_ISDIR: macros. */
static inline bool linux_is_regular(mode_t mode) { return S_ISREG(mode); }
static inline bool linux_is_folder(mode_t mode) { return S_ISDIR(mode); }

/*
 * getpwnam_r, getpwuid_r and getspnam_r: 0 with the field in `buffer`, or null where there is no such
 * entry; or a positive errno.
 */
int linux_account_by_name(const char *_Nonnull name, char *_Nonnull buffer, size_t size,
                          const char *_Nullable *_Nonnull found, uid_t *_Nonnull uid);
int linux_account_by_uid(uid_t uid, char *_Nonnull buffer, size_t size,
                         const char *_Nullable *_Nonnull found);
int linux_shadow_password(const char *_Nonnull name, char *_Nonnull buffer, size_t size,
                          const char *_Nullable *_Nonnull found);

/* Whether malloc(3) gives `size` bytes; in C, since a compiler may drop a malloc that is freed unused. */
bool linux_has_memory(size_t size);

/* The system's words for an error number, strerrordesc_np(3): constant, untranslated. */
const char *_Nonnull linux_error_text(int error);

/* For the programs. */

/* Opens /dev/null on 0, 1 and 2 where they are closed, lest a file of ours lands there; false when 1
 * was, or nothing can be opened. */
bool linux_keep_standard_descriptors(void);

/* getopt_long(3), whose state is in globals: an option's value, '?' or ':' for a wrong one, -1 at the
 * end. *text is its argument; *next the first word that was not looked at. */
int linux_next_option(int count, char *_Nullable *_Nonnull words, const char *_Nonnull letters,
                      const struct option *_Nonnull options, const char *_Nullable *_Nonnull text,
                      int *_Nonnull next);
/* optopt: the value or the letter of the option that is wrong, 0 for an unknown word. */
int linux_wrong_option(void);
/* Around all calls for one command line: makes linux_next_option begin anew, and others wait. */
void linux_begin_options(void);
void linux_end_options(void);

/* posix_spawn(3) of a program with words, which end with a null, see Child+Words.swift; the process id. */
int linux_spawn_words(const char *_Nonnull path, char *_Nullable const *_Nonnull words, int input, int output);

/* tcgetattr(3) and tcsetattr(3) with TCSAFLUSH. */
int linux_get_terminal(int descriptor, struct termios *_Nonnull mode);
int linux_set_terminal(int descriptor, const struct termios *_Nonnull mode);

/* signalfd(2) of a new descriptor, close-on-exec and non-blocking. */
int linux_signalfd(const sigset_t *_Nonnull signals);

/* Makes a write to a closed pipe an error (EPIPE): SIG_IGN is a macro. */
void linux_ignore_broken_pipes(void);

/* Whom a program runs as: uid, gid and groups; none where it keeps those of its parent. */
struct linux_identity {
    bool is_given;
    uid_t uid;
    gid_t gid;
    int count;
    gid_t groups[256];
};
/* getgrouplist(3) of an account into `identity`; false if it is in too many groups. */
bool linux_identify(struct linux_identity *_Nonnull identity, const char *_Nonnull name, uid_t uid, gid_t gid);
/* The same of an account by its uid, with the primary group of passwd(5); false for an unknown one, too. */
bool linux_identify_account(struct linux_identity *_Nonnull identity, uid_t uid);
/* fork(2) and execve(2) of a program on our terminal, with its output on a descriptor; the process id.
 * It ends when we do. In C: no Swift code runs between the two. */
int linux_start(const char *_Nonnull path, char *_Nullable const *_Nonnull words,
                char *_Nullable const *_Nonnull environment, int output,
                const struct linux_identity *_Nonnull identity);
/* waitpid(2): the exit code, or minus the signal that ended it. */
int linux_wait(pid_t process);
/* The same with WUNTRACED; *stopped tells that it was stopped and has not ended. */
int linux_wait_or_stop(pid_t process, bool *_Nonnull stopped);
bool linux_can_execute(const char *_Nonnull path);

/* fork(2) of a process that goes on in Swift, which only a program without threads may do. The new one
 * (0) keeps the descriptors 0 to 2 and the two that are given, and is killed when we end. */
int linux_start_worker(int input, int output);
/* How many processors this process may use, sched_getaffinity(2); at least 1. */
int linux_processors(void);
/* The width of a terminal, TIOCGWINSZ of ioctl(2); 0 where it can't be told. */
int linux_terminal_columns(int descriptor);

/* The next name in a folder, or null at its end (*error is 0 then); see readdir(3). */
const char *_Nullable linux_next_name(DIR *_Nonnull folder, int *_Nonnull error);

/* stat(2): its name is a type in Swift. */
int linux_stat(const char *_Nonnull path, struct stat *_Nonnull status);
/* statvfs(3): whether set-group-ID bits count for nothing there. */
bool linux_ignores_set_id(const char *_Nonnull path);
/* getgrnam(3): the members with ", " between them, cut at 1 KiB, valid until the next call; null where
 * there is no such group. */
const char *_Nullable linux_group_members(const char *_Nonnull name, gid_t *_Nonnull gid);

/* getpwent(3): the next account's name, valid until the next call, or null after the last. */
void linux_rewind_accounts(void);
const char *_Nullable linux_next_account(uid_t *_Nonnull uid, gid_t *_Nonnull gid);
void linux_end_accounts(void);

/* Asks these sources of nsswitch.conf(5) alone in all look-ups of accounts that follow: __nss_configure_lookup(3).
 * False for text that glibc can't take. For programs of one thread; nscd is passed by. */
bool linux_choose_accounts(const char *_Nonnull sources);

/* A time as `2026-11-30T07:52:00Z`, or in local time as `2026-11-30 07:52`; false if it does not fit. */
bool linux_format_time(int64_t seconds, bool local, char *_Nonnull buffer, size_t size);

#endif
