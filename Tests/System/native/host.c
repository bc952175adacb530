/*
 * A PAM application for tests of what the module does to its process. Usage:
 *
 *   host rounds CONFDIR SERVICE USER COUNT REPLY...      the replies in turn, and what grew
 *   host once CONFDIR SERVICE USER REPLY...              each reply once
 *   host lost CONFDIR SERVICE USER REPLY                 the same, and a piece of memory is lost
 *   host threads CONFDIR SERVICE USER COUNT REPLY...     COUNT rounds in each of four threads
 *   host surroundings CONFDIR SERVICE USER REPLY...      signals, locale, umask and so on afterwards
 *   host globals CONFDIR SERVICE USER LIBRARY REPLY...   the library's writable memory afterwards
 *   host closed CONFDIR SERVICE USER REPLY...            with descriptors 0 to 2 closed
 *   host starved CONFDIR SERVICE USER KB REPLY           with so much more memory to be had
 *   host memory CONFDIR SERVICE USER HEX WINDOW <NEEDLES what is left of a reply in memory
 *   host reload MODULE COUNT                             dlopen and dlclose
 *
 * It writes lines "name value..." to its standard output. Replies, and needles one a line, of
 * `memory` come in hexadecimal with each byte XORed by KEY: this program never has them in the clear.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <fcntl.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <security/pam_appl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

#define KEY 0xa5
#define WARM_UP 60
#define THREADS 4

extern char **environ;

static int report;
static const char *confdir, *service, *user;
static char **replies;
static int reply_count;
static void (*while_asked)(void);
static atomic_uint delay_asked_for;

/* Stands before libpam's: libpam would sleep, and asks for a random part of what it was told. */
int pam_fail_delay(pam_handle_t *handle, unsigned int microseconds)
{
    (void)handle;
    delay_asked_for = microseconds;
    return PAM_SUCCESS;
}

/* What a round's conversation answers. */
struct answer {
    const char *text; /* in the clear, or: */
    const unsigned char *hidden;
    size_t length;
};

static int converse(int count, const struct pam_message **messages, struct pam_response **result,
                    void *data)
{
    const struct answer *answer = data;

    *result = calloc((size_t)count, sizeof **result);
    for (int index = 0; index < count; index++) {
        if (messages[index]->msg_style != PAM_PROMPT_ECHO_OFF)
            continue;
        if (while_asked)
            while_asked();
        if (answer->text) {
            (*result)[index].resp = strdup(answer->text);
            continue;
        }
        char *text = malloc(answer->length + 1);
        for (size_t place = 0; place < answer->length; place++)
            text[place] = (char)(answer->hidden[place] ^ KEY);
        text[answer->length] = 0;
        (*result)[index].resp = text;
    }
    return PAM_SUCCESS;
}

static pam_handle_t *started(const struct answer *answer)
{
    struct pam_conv conversation = {converse, (void *)answer};
    pam_handle_t *handle = NULL;

    if (pam_start_confdir(service, user, &conversation, confdir, &handle) != PAM_SUCCESS)
        errx(2, "pam_start failed");
    return handle;
}

static int round_with(const char *reply)
{
    struct answer answer = {.text = reply};
    pam_handle_t *handle = started(&answer);
    int code = pam_authenticate(handle, 0);

    pam_end(handle, code);
    return code;
}

/* What must not grow. */
struct size {
    long descriptors, threads, heap, resident, mappings;
};

static long entries(const char *folder)
{
    DIR *stream = opendir(folder);
    long count = 0;

    while (readdir(stream))
        count++;
    closedir(stream);
    return count;
}

/* The process's own memory that is in use, in kB; files mapped are not, and come in pieces. */
static long anonymous(void)
{
    char line[256];
    long amount = -1;
    FILE *file = fopen("/proc/self/status", "r");

    while (file && fgets(line, sizeof line, file))
        sscanf(line, "RssAnon: %ld", &amount);
    fclose(file);
    return amount;
}

static long mappings(void)
{
    int letter;
    long lines = 0;
    FILE *file = fopen("/proc/self/maps", "r");

    while (file && (letter = fgetc(file)) != EOF)
        lines += letter == '\n';
    fclose(file);
    return lines;
}

static struct size measured(void)
{
    return (struct size){entries("/proc/self/fd"), entries("/proc/self/task"),
                         (long)mallinfo2().uordblks, anonymous(), mappings()};
}

static void report_growth(struct size before)
{
    struct size after = measured();

    dprintf(report, "descriptors %ld %ld\nthreads %ld %ld\nheap %ld %ld\nresident %ld %ld\nmappings %ld %ld\n",
            before.descriptors, after.descriptors, before.threads, after.threads, before.heap,
            after.heap, before.resident, after.resident, before.mappings, after.mappings);
}

static void rounds(long count)
{
    struct size before = {0};

    for (long turn = -WARM_UP; turn < count; turn++) {
        if (turn == 0)
            before = measured();
        const char *reply = replies[(turn + WARM_UP) % reply_count];
        delay_asked_for = 0;
        int code = round_with(reply);
        if (turn < 0 && turn + WARM_UP < reply_count)
            dprintf(report, "code %d\ndelay %u\n", code, delay_asked_for);
    }
    report_growth(before);
}

static void once(void)
{
    for (int index = 0; index < reply_count; index++)
        dprintf(report, "code %d\n", round_with(replies[index]));
}

static void lose(void)
{
    static void *volatile memory;

    memory = malloc(100);
    if (memory)
        memory = NULL;
}

static long rounds_a_thread;

static void *thread_body(void *number)
{
    long unexpected = 0;

    for (long turn = 0; turn < rounds_a_thread; turn++) {
        long which = (turn + (long)number) % reply_count;
        /* The first reply is the right one. */
        unexpected += (round_with(replies[which]) == PAM_SUCCESS) != (which == 0);
    }
    return (void *)unexpected;
}

static void threads(long count)
{
    pthread_t started_threads[THREADS];
    long unexpected = 0;
    long before = entries("/proc/self/fd");

    rounds_a_thread = count;
    for (long number = 0; number < THREADS; number++)
        pthread_create(&started_threads[number], NULL, thread_body, (void *)number);
    for (long number = 0; number < THREADS; number++) {
        void *result;
        pthread_join(started_threads[number], &result);
        unexpected += (long)result;
    }
    dprintf(report, "unexpected %ld\ndescriptors %ld %ld\n", unexpected, before,
            entries("/proc/self/fd"));
}

/* All that a module could change for its host. */
struct surroundings {
    struct { void *handler; int flags; unsigned long mask; } actions[NSIG];
    unsigned long mask;
    mode_t umask;
    char folder[4096], locale[4096];
    struct rlimit limits[RLIM_NLIMITS];
    char **environment;
    unsigned long environment_sum;
    int priority;
    unsigned alarm;
};

/* The part of a set that the kernel knows; libc leaves the rest as it was. */
static unsigned long first_word(const sigset_t *set) { return *(const unsigned long *)set; }

static void look_around(struct surroundings *seen)
{
    memset(seen, 0, sizeof *seen);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action = {0};
        sigaction(number, NULL, &action);
        seen->actions[number].handler = (void *)action.sa_handler;
        seen->actions[number].flags = action.sa_flags;
        seen->actions[number].mask = first_word(&action.sa_mask);
    }
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    seen->mask = first_word(&mask);
    seen->umask = umask(0);
    umask(seen->umask);
    if (!getcwd(seen->folder, sizeof seen->folder))
        err(2, "getcwd");
    strncpy(seen->locale, setlocale(LC_ALL, NULL), sizeof seen->locale - 1);
    for (int number = 0; number < (int)RLIM_NLIMITS; number++)
        getrlimit(number, &seen->limits[number]);
    seen->environment = environ;
    for (char **entry = environ; *entry; entry++)
        for (char *byte = *entry; *byte; byte++)
            seen->environment_sum = seen->environment_sum * 31 + (unsigned char)*byte;
    seen->priority = getpriority(PRIO_PROCESS, 0);
    seen->alarm = alarm(0);
    alarm(seen->alarm);
}

static void handler(int number) { (void)number; }

static void compare(const char *name, const void *one, const void *other, size_t size)
{
    dprintf(report, "%s %s\n", name, memcmp(one, other, size) ? "changed" : "same");
}

static void surroundings(int child_signal_ignored)
{
    static struct surroundings before, after;
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    action.sa_handler = child_signal_ignored ? SIG_IGN : handler;
    sigaction(SIGCHLD, &action, NULL);
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    umask(0137);
    if (chdir("/usr/share") != 0 || !setlocale(LC_ALL, "C.UTF-8"))
        err(2, "surroundings");
    alarm(10000);
    /* A child of the host's own, ended and not waited for: nobody else may take it. */
    pid_t child = child_signal_ignored ? 0 : fork();
    if (child == 0 && !child_signal_ignored)
        _exit(7);
    siginfo_t ended;
    if (child)
        waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT);

    look_around(&before);
    for (int index = 0; index < reply_count; index++)
        round_with(replies[index]);
    look_around(&after);
    if (before.alarm - after.alarm < 1000)
        after.alarm = before.alarm; /* Time passes. */
    compare("signals", before.actions, after.actions, sizeof before.actions);
    compare("mask", &before.mask, &after.mask, sizeof before.mask);
    compare("umask", &before.umask, &after.umask, sizeof before.umask);
    compare("folder", before.folder, after.folder, sizeof before.folder);
    compare("locale", before.locale, after.locale, sizeof before.locale);
    compare("limits", before.limits, after.limits, sizeof before.limits);
    compare("environment", &before.environment, &after.environment, sizeof before.environment);
    compare("variables", &before.environment_sum, &after.environment_sum, sizeof(long));
    compare("priority", &before.priority, &after.priority, sizeof before.priority);
    compare("alarm", &before.alarm, &after.alarm, sizeof before.alarm);
    int status = 0;
    if (child && (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7))
        dprintf(report, "child taken\n");
}

/* What of a library can be written, as it is. */
struct copy {
    const char *library;
    unsigned char bytes[1 << 20];
    size_t length;
};

static int copy_writable(struct dl_phdr_info *info, size_t size, void *data)
{
    struct copy *copy = data;

    (void)size;
    if (!strstr(info->dlpi_name, copy->library))
        return 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
            continue;
        if (copy->length + part->p_memsz > sizeof copy->bytes)
            errx(2, "%s: too much", copy->library);
        memcpy(copy->bytes + copy->length, (void *)(info->dlpi_addr + part->p_vaddr), part->p_memsz);
        copy->length += part->p_memsz;
    }
    return 1;
}

/* From right after it was loaded, before anything in it was called. */
static void globals(const char *library)
{
    static struct copy before, after;
    const char *slash = strrchr(library, '/');

    if (!dlopen(library, RTLD_NOW | RTLD_LOCAL))
        errx(2, "%s", dlerror());
    before.library = after.library = slash ? slash + 1 : library;
    dl_iterate_phdr(copy_writable, &before);
    once();
    dl_iterate_phdr(copy_writable, &after);
    dprintf(report, "writable %zu\n", before.length);
    compare("globals", before.bytes, after.bytes, sizeof before.bytes);
}

static void report_low_descriptors(const char *when)
{
    for (int number = 0; number <= 2; number++)
        if (fcntl(number, F_GETFD) != -1)
            dprintf(report, "open %d %s\n", number, when);
}

static void while_asked_closed(void) { report_low_descriptors("while asked"); }

static void closed(void)
{
    while_asked = while_asked_closed;
    for (int number = 0; number <= 2; number++)
        close(number);
    for (int index = 0; index < reply_count; index++) {
        dprintf(report, "code %d\n", round_with(replies[index]));
        report_low_descriptors("afterwards");
    }
}

/* Authenticates where there are only `room` kB to be had: of the heap's own memory up to 1 MiB, more
   from the system. */
static void starved(long room)
{
    static char *blocks[1024];
    struct answer answer = {.text = replies[0]};
    struct rlimit whole, limit;
    long pages = 0;

    round_with(""); /* All is loaded. */
    pam_handle_t *handle = started(&answer);
    pam_setcred(handle, PAM_ESTABLISH_CRED); /* This handle has read its service, too. */
    FILE *file = fopen("/proc/self/statm", "r");
    for (int index = 0; index < 1024; index++)
        blocks[index] = malloc(1024 - 16);
    if (!file || fscanf(file, "%ld", &pages) != 1)
        err(2, "statm");
    fclose(file);
    getrlimit(RLIMIT_AS, &whole);
    limit = whole;
    limit.rlim_cur = (rlim_t)(pages * sysconf(_SC_PAGESIZE));
    setrlimit(RLIMIT_AS, &limit);
    /* What else is free in the heap goes into a chain, whose links are the blocks themselves. */
    void **chain = NULL;
    for (size_t size = 1 << 20; size >= sizeof(void *); size /= 2)
        for (void **block; (block = malloc(size)) != NULL; chain = block)
            *block = chain;
    for (int index = 0; index < 1024 && index < room; index++)
        free(blocks[index]);
    limit.rlim_cur += room > 1024 ? (rlim_t)(room - 1024) * 1024 : 0;
    setrlimit(RLIMIT_AS, &limit);
    int code = pam_authenticate(handle, 0);
    setrlimit(RLIMIT_AS, &whole);
    while (chain) {
        void **next = *chain;
        free(chain);
        chain = next;
    }
    pam_end(handle, code);
    dprintf(report, "code %d\n", code);
}

/* Something to look for, XORed. */
struct needle {
    unsigned char bytes[1024];
    size_t length;
};

static size_t unhex(const char *text, unsigned char *bytes, size_t size)
{
    size_t length = 0;

    for (unsigned byte; length < size && sscanf(text, "%2x", &byte) == 1; text += 2)
        bytes[length++] = (unsigned char)byte;
    return length;
}

/* Whether any `window` bytes of a needle in a row stand at an address. */
static bool stands_at(const struct needle *needle, const unsigned char *place,
                      const unsigned char *end, size_t window)
{
    if (needle->length < window || (size_t)(end - place) < window)
        return false;
    for (size_t start = 0; start + window <= needle->length; start++) {
        size_t same = 0;
        while (same < window && (place[same] ^ KEY) == needle->bytes[start + same])
            same++;
        if (same == window)
            return true;
    }
    return false;
}

static void search(const char *when, const struct needle *needles, int count, size_t window)
{
    char line[512];
    static struct { unsigned char *start, *end; char name[64]; } maps[1024];
    int map_count = 0;
    FILE *file = fopen("/proc/self/maps", "r");

    while (file && fgets(line, sizeof line, file) && map_count < 1024) {
        char permissions[5];
        maps[map_count].name[0] = 0;
        sscanf(line, "%p-%p %4s %*s %*s %*s %63s", (void **)&maps[map_count].start,
               (void **)&maps[map_count].end, permissions, maps[map_count].name);
        if (permissions[0] == 'r' && permissions[1] == 'w')
            map_count++;
    }
    fclose(file);
    dprintf(report, "searched %d\n", map_count);
    for (int map = 0; map < map_count; map++)
        for (unsigned char *place = maps[map].start; place < maps[map].end; place++)
            for (int index = 0; index < count; index++)
                if (stands_at(&needles[index], place, maps[map].end, window))
                    dprintf(report, "found %d %s %s+%#lx\n", index, when, maps[map].name,
                            (unsigned long)(place - maps[map].start));
}

static void memory(const char *hidden, size_t window)
{
    static struct needle needles[64];
    static unsigned char bytes[1024];
    static char line[2100];
    int count = 0;

    while (count < 64 && fgets(line, sizeof line, stdin)) {
        needles[count].length = unhex(line, needles[count].bytes, sizeof needles[count].bytes);
        count++;
    }
    struct answer answer = {.hidden = bytes, .length = unhex(hidden, bytes, sizeof bytes)};
    pam_handle_t *handle = started(&answer);
    int code = pam_authenticate(handle, 0);
    search("after authenticate", needles, count, window);
    pam_end(handle, code);
    search("after end", needles, count, window);
    dprintf(report, "code %d\n", code);
}

static void reload(const char *module, long count)
{
    struct size before = {0};
    static struct surroundings around[2];

    look_around(&around[0]);
    for (long turn = -WARM_UP; turn < count; turn++) {
        if (turn == 0)
            before = measured();
        void *library = dlopen(module, RTLD_NOW | RTLD_LOCAL);
        if (!library)
            errx(2, "%s", dlerror());
        int (*setcred)(pam_handle_t *, int, int, const char **);
        *(void **)&setcred = dlsym(library, "pam_sm_setcred");
        if (!setcred || setcred(NULL, 0, 0, NULL) != PAM_SUCCESS)
            errx(2, "pam_sm_setcred");
        dlclose(library);
    }
    report_growth(before);
    look_around(&around[1]);
    compare("signals", around[0].actions, around[1].actions, sizeof around[0].actions);
}

int main(int count, char **arguments)
{
    if (count < 4)
        errx(2, "see the comment in the source");
    const char *mode = arguments[1];

    report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
    /* libc opens its connection once; it is not the module's. */
    syslog(LOG_AUTHPRIV | LOG_DEBUG, "connected");
    if (strcmp(mode, "reload") == 0) {
        reload(arguments[2], atol(arguments[3]));
        return 0;
    }
    if (count < 6)
        errx(2, "see the comment in the source");
    confdir = arguments[2];
    service = arguments[3];
    user = arguments[4];
    bool takes_a_word = strcmp(mode, "rounds") == 0 || strcmp(mode, "threads") == 0 ||
                   strcmp(mode, "starved") == 0 || strcmp(mode, "globals") == 0;
    replies = arguments + (takes_a_word ? 6 : 5);
    reply_count = count - (takes_a_word ? 6 : 5);
    if (strcmp(mode, "rounds") == 0)
        rounds(atol(arguments[5]));
    else if (strcmp(mode, "once") == 0 || strcmp(mode, "lost") == 0)
        once();
    else if (strcmp(mode, "threads") == 0)
        threads(atol(arguments[5]));
    else if (strcmp(mode, "starved") == 0 && count == 7)
        starved(atol(arguments[5]));
    else if (strcmp(mode, "surroundings") == 0)
        surroundings(getenv("IGNORE_SIGCHLD") != NULL);
    else if (strcmp(mode, "globals") == 0)
        globals(arguments[5]);
    else if (strcmp(mode, "closed") == 0)
        closed();
    else if (strcmp(mode, "memory") == 0 && count == 7)
        memory(arguments[5], (size_t)atol(arguments[6]));
    else
        errx(2, "see the comment in the source");
    if (strcmp(mode, "lost") == 0)
        lose();
    return 0;
}
