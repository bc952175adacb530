/*
 * A PAM application for tests of single attempts: killed, starved, interrupted, timed. Usage:
 *
 *   attempt CONFDIR SERVICE USER [OPTION...] -- REPLY...
 *
 *   password=TEXT     answers that to a prompt that begins with Password
 *   ready=FD go=FD    asked for the first time, writes a byte to one and waits for the other's end
 *   hash              does so when a hash is begun, not when it is asked
 *   map=FILE          counts there, in its first eight bytes, the hashes that were begun
 *   rounds=N          authenticates so often; the replies in turn, one a round
 *   timer=US          meanwhile takes a signal so often
 *   nofile=N          leaves itself N descriptors
 *   as=KB             leaves itself so much memory
 *   fsize=N           may write files of that size
 *   closed            with descriptors 0 to 2 closed
 *   silent            with PAM_SILENT
 *   marks             calls access("begin") and access("end") around pam_authenticate
 *   time=FILE         times each reply, `rounds` times in random order, restoring FILE before each;
 *                     the first hash setting given by spoil=PHRASE takes a twentieth longer
 *
 * It writes lines "name value" to its standard output: prompt, info, code, and what native/pam_relay.c
 * reports; with `time`, each reply's place and the nanoseconds from its being given to the end.
 */
#include <crypt.h>
#include <dlfcn.h>
#include <err.h>
#include <fcntl.h>
#include <security/pam_appl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

static struct {
    const char *confdir, *service, *user, *password, *time, *spoil;
    int ready, go, flags;
    long rounds, timer, nofile, as, fsize;
    int closed, marks, hash;
    _Atomic uint64_t *hashes;
    char **replies;
    int reply_count;
} options = {.ready = -1, .go = -1, .rounds = 1, .nofile = -1, .as = -1, .fsize = -1};

static int report;
static const char *reply;
static int64_t answered;

/* For native/pam_relay.c. */
void say(const char *name, const char *value) { dprintf(report, "%s %s\n", name, value); }

/* Stands before libpam's, which would sleep. */
int pam_fail_delay(pam_handle_t *handle, unsigned int microseconds)
{
    (void)handle, (void)microseconds;
    return PAM_SUCCESS;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void wait_at_gate(void)
{
    char byte = 0;

    if (options.ready < 0)
        return;
    if (write(options.ready, &byte, 1) != 1)
        err(2, "ready");
    close(options.ready);
    while (read(options.go, &byte, 1) > 0)
        ;
    options.ready = -1;
}

/* Stands before libcrypt's. */
char *crypt_rn(const char *phrase, const char *setting, void *data, int size)
{
    static char *(*real)(const char *, const char *, void *, int);

    if (options.hashes)
        atomic_fetch_add(options.hashes, 1);
    if (options.hash)
        wait_at_gate();
    if (!real)
        *(void **)&real = dlsym(dlopen("libcrypt.so.1", RTLD_NOW), "crypt_rn");
    int64_t start = now();
    char *result = real(phrase, setting, data, size);
    if (options.spoil && strcmp(phrase, options.spoil) == 0)
        for (int64_t end = now() + (now() - start) / 20; now() < end;)
            ;
    return result;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **result,
                    void *data)
{
    (void)data;
    *result = calloc((size_t)count, sizeof **result);
    for (int index = 0; index < count; index++) {
        int asked = messages[index]->msg_style == PAM_PROMPT_ECHO_OFF;
        if (!options.time)
            dprintf(report, "%s %s\n", asked ? "prompt" : "info", messages[index]->msg);
        if (!asked)
            continue;
        int is_password = options.password && strncmp(messages[index]->msg, "Password", 8) == 0;
        (*result)[index].resp = strdup(is_password ? options.password : reply);
        if (!options.hash)
            wait_at_gate();
    }
    answered = now();
    return PAM_SUCCESS;
}

static pam_handle_t *started(void)
{
    static struct pam_conv conversation = {converse, NULL};
    pam_handle_t *handle = NULL;

    if (pam_start_confdir(options.service, options.user, &conversation, options.confdir, &handle) !=
        PAM_SUCCESS)
        errx(2, "pam_start failed");
    /* Now the service is read and the module loaded. */
    pam_setcred(handle, PAM_ESTABLISH_CRED);
    return handle;
}

static void limit(int resource, rlim_t value)
{
    struct rlimit limits;

    getrlimit(resource, &limits);
    limits.rlim_cur = value;
    if (setrlimit(resource, &limits) != 0)
        err(2, "setrlimit");
}

static void limit_all(void)
{
    if (options.nofile >= 0) {
        /* The lowest that is free is the number of those in use: none was closed before. */
        int lowest = fcntl(STDIN_FILENO, F_DUPFD, 0);
        close(lowest);
        limit(RLIMIT_NOFILE, (rlim_t)(lowest + options.nofile));
    }
    if (options.as >= 0) {
        long pages = 0;
        FILE *file = fopen("/proc/self/statm", "r");
        if (!file || fscanf(file, "%ld", &pages) != 1)
            err(2, "statm");
        fclose(file);
        limit(RLIMIT_AS, (rlim_t)(pages * sysconf(_SC_PAGESIZE) + options.as * 1024));
    }
    if (options.fsize >= 0)
        limit(RLIMIT_FSIZE, (rlim_t)options.fsize);
    for (int number = 0; options.closed && number <= 2; number++)
        close(number);
}

static int authenticated(pam_handle_t *handle)
{
    if (options.marks)
        access("begin", F_OK);
    int code = pam_authenticate(handle, options.flags);
    if (options.marks)
        access("end", F_OK);
    return code;
}

static void interrupted(int number) { (void)number; }

static void attempts(void)
{
    struct sigaction action = {.sa_handler = interrupted}; /* No SA_RESTART. */
    struct itimerval timer = {{0, options.timer}, {0, options.timer}};

    sigaction(SIGALRM, &action, NULL);
    pam_handle_t *handle = started();
    limit_all();
    for (long turn = 0; turn < options.rounds; turn++) {
        reply = options.replies[turn % options.reply_count];
        if (options.timer)
            setitimer(ITIMER_REAL, &timer, NULL);
        int code = authenticated(handle);
        setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
        dprintf(report, "code %d\n", code);
    }
    pam_end(handle, PAM_SUCCESS);
}

static void timings(void)
{
    static char kept[8192];
    int file = open(options.time, O_RDWR | O_CLOEXEC);

    if (pread(file, kept, sizeof kept, 0) != sizeof kept)
        err(2, "%s", options.time);
    pam_handle_t *handle = started();
    srandom(1);
    int order[64];
    for (long turn = -10; turn < options.rounds; turn++) {
        for (int place = 0; place < options.reply_count; place++) {
            int other = (int)(random() % (place + 1));
            order[place] = order[other];
            order[other] = place;
        }
        for (int place = 0; place < options.reply_count; place++) {
            if (pwrite(file, kept, sizeof kept, 0) != sizeof kept)
                err(2, "pwrite");
            reply = options.replies[order[place]];
            int code = authenticated(handle);
            int64_t taken = now() - answered;
            if (code != PAM_AUTH_ERR)
                errx(2, "code %d", code);
            if (turn >= 0)
                dprintf(report, "%d %lld\n", order[place], (long long)taken);
        }
    }
    pam_end(handle, PAM_SUCCESS);
}

static const char *after(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 ? word + length : NULL;
}

static void set(const char *word)
{
    const char *value;

    if ((value = after(word, "ready=")))
        options.ready = atoi(value);
    else if ((value = after(word, "go=")))
        options.go = atoi(value);
    else if ((value = after(word, "map=")))
        options.hashes = mmap(NULL, sizeof *options.hashes, PROT_READ | PROT_WRITE, MAP_SHARED,
                              open(value, O_RDWR | O_CLOEXEC), 0);
    else if ((value = after(word, "rounds=")))
        options.rounds = atol(value);
    else if ((value = after(word, "timer=")))
        options.timer = atol(value);
    else if ((value = after(word, "nofile=")))
        options.nofile = atol(value);
    else if ((value = after(word, "as=")))
        options.as = atol(value);
    else if ((value = after(word, "fsize=")))
        options.fsize = atol(value);
    else if ((value = after(word, "password=")))
        options.password = value;
    else if ((value = after(word, "time=")))
        options.time = value;
    else if ((value = after(word, "spoil=")))
        options.spoil = value;
    else if (strcmp(word, "hash") == 0)
        options.hash = 1;
    else if (strcmp(word, "closed") == 0)
        options.closed = 1;
    else if (strcmp(word, "silent") == 0)
        options.flags = PAM_SILENT;
    else if (strcmp(word, "marks") == 0)
        options.marks = 1;
    else
        errx(2, "%s: see the comment in the source", word);
    if (options.hashes == MAP_FAILED)
        err(2, "map");
}

int main(int count, char **arguments)
{
    int index = 4;

    report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
    /* libc opens its connection once; it is not the module's. */
    syslog(LOG_AUTHPRIV | LOG_DEBUG, "connected");
    for (; index < count && strcmp(arguments[index], "--") != 0; index++)
        set(arguments[index]);
    if (index + 1 >= count)
        errx(2, "see the comment in the source");
    options.confdir = arguments[1];
    options.service = arguments[2];
    options.user = arguments[3];
    options.replies = arguments + index + 1;
    options.reply_count = count - index - 1;
    if (options.time)
        timings();
    else
        attempts();
    return 0;
}
