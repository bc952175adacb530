// The sides of host.c: reading them, and what one check of a secret costs in this process.

#include "side.h"

#include <alloca.h>
#include <crypt.h>
#include <err.h>
#include <fcntl.h>
#include <security/pam_appl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ALIGNMENT = 16, PAGE = 4096, SLOT = 120 };

int64_t cpu_nanoseconds(void)
{
    struct rusage reaped;
    struct timespec own;
    if (getrusage(RUSAGE_CHILDREN, &reaped) != 0 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) != 0)
        err(2, "reading the CPU clock");
    int64_t seconds = own.tv_sec + reaped.ru_utime.tv_sec + reaped.ru_stime.tv_sec;
    int64_t microseconds = reaped.ru_utime.tv_usec + reaped.ru_stime.tv_usec;
    return seconds * 1000000000 + microseconds * 1000 + own.tv_nsec;
}

int64_t wall_nanoseconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        err(2, "reading the clock");
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Modules ask libpam to wait after a wrong secret; the one wrong try of a run need not.
static void no_delay(int code, unsigned microseconds, void *data)
{
    (void)code, (void)microseconds, (void)data;
}

static pam_handle_t *started(const struct side *side, struct reply *reply)
{
    const struct pam_conv conversation = {answer, reply};
    pam_handle_t *handle = NULL;
    int code = pam_start_confdir(side->service, side->user, &conversation, side->confdir, &handle);
    if (code == PAM_SUCCESS)
        code = pam_set_item(handle, PAM_FAIL_DELAY, (const void *)no_delay);
    if (code != PAM_SUCCESS)
        errx(2, "%s: %s", side->service, pam_strerror(handle, code));
    return handle;
}

// A module that asks, or does not, against what was expected of it measures something else.
static bool outcome(const struct side *side, const struct reply *reply, int code)
{
    if ((reply->asked > 0) != (side->expected == ASKS))
        errx(2, "%s: asked %d times", side->name, reply->asked);
    return (code == PAM_SUCCESS) != (side->expected == REFUSES);
}

bool pam_check(struct side *side, bool right, int64_t (*clock)(void), int64_t *nanoseconds)
{
    struct reply reply = {.secret = side->secret, .right = right};
    int64_t start = clock();
    pam_handle_t *handle = started(side, &reply);
    if (!side->whole)
        start = clock();
    int code = pam_authenticate(handle, 0);
    *nanoseconds = clock() - start;
    pam_end(handle, code);
    if (side->whole)
        *nanoseconds = clock() - start;
    *nanoseconds -= reply.answering;
    return outcome(side, &reply, code);
}

bool pam_check_watched(struct side *side, bool right, void (*look)(void *), void *data)
{
    struct reply reply = {.secret = side->secret, .right = right};
    pam_handle_t *handle = started(side, &reply);
    int code = pam_authenticate(handle, 0);
    look(data);
    pam_end(handle, code);
    return outcome(side, &reply, code);
}

// Hashing takes some per cent more or less by where stack and working area lie within a page. Drawn anew each
// time, else the chance of one process would decide.
static size_t place_in_page(void)
{
    return ALIGNMENT * (size_t)(random() % (PAGE / ALIGNMENT));
}

static bool crypt_check(const struct side *side, bool right)
{
    static char area[PAGE + sizeof(struct crypt_data)];
    char *work = area + place_in_page();
    const char *hash = crypt_rn(right ? side->secret : "another", side->hash, work, sizeof(struct crypt_data));
    return hash != NULL && strcmp(hash, side->hash) == 0;
}

// One file, opened, looked at and read, as a record is at least once.
static void open_file(const struct side *side)
{
    char content[PAGE];
    struct stat status;
    int file = open(side->file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0 || fstat(file, &status) != 0 || read(file, content, sizeof content) < 0)
        err(2, "%s", side->file);
    close(file);
}

// As many bytes as a try takes, written and put on the disk.
static void sync_file(struct side *side)
{
    static char slot[SLOT];
    slot[0]++;
    if (pwrite(side->slots, slot, sizeof slot, 0) != SLOT || fdatasync(side->slots) != 0)
        err(2, "%s", side->file);
}

static bool plain_check(struct side *side, bool right)
{
    switch (side->kind) {
    case OPEN: open_file(side); return right;
    case SYNC: sync_file(side); return right;
    case LEAST:
        open_file(side);
        sync_file(side);
        return crypt_check(side, right);
    case SUDO: return sudo_check(side, right);
    default: return crypt_check(side, right);
    }
}

bool side_check(struct side *side, bool right, enum cost cost, double *value)
{
    volatile char *deeper = alloca(ALIGNMENT + place_in_page());
    *deeper = 0;
    int64_t (*clock)(void) = cost == WALL ? wall_nanoseconds : cpu_nanoseconds;
    int64_t nanoseconds = 0;
    bool accepted = right;
    if (side->kind == LOAD || cost > WALL) {
        *value = check_alone(side, cost);
        return right;
    }
    if (side->kind == PAM && side->at_once > 0) {
        accepted = crowd_check(side, right, &nanoseconds);
    } else if (side->kind == PAM) {
        accepted = pam_check(side, right, clock, &nanoseconds);
    } else {
        int64_t start = clock();
        accepted = plain_check(side, right);
        nanoseconds = clock() - start;
    }
    *value = (double)nanoseconds;
    return accepted;
}

// Cuts the text at the first colon and gives what follows it.
static char *after_colon(char *text)
{
    char *colon = strchr(text, ':');
    if (colon == NULL)
        errx(2, "%s: not a side", text);
    *colon = '\0';
    return colon + 1;
}

static int opened_for_slots(const char *file)
{
    int number = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (number < 0 || ftruncate(number, 2 * PAGE) != 0)
        err(2, "%s", file);
    return number;
}

static struct side pam_side(char *text, char *user)
{
    struct side side = {.kind = PAM, .user = user, .whole = true};
    side.secret = after_colon(user);
    char *slash = strrchr(text, '/');
    if (slash == NULL)
        errx(2, "%s: no folder of service files in front of the service", text);
    *slash = '\0';
    side.confdir = text;
    side.service = side.name = slash + 1;
    side.expected = side.secret[0] == '\0' ? ACCEPTS : strcmp(side.secret, "!") == 0 ? REFUSES : ASKS;
    return side;
}

struct side side_parse(char *text)
{
    static const char *const kinds[] = {
        [CRYPT] = "crypt", [OPEN] = "open", [SYNC] = "sync", [LEAST] = "least", [LOAD] = "load", [SUDO] = "sudo"};
    char *rest = after_colon(text);
    struct side side = {.name = text};
    for (side.kind = CRYPT; side.kind <= SUDO; side.kind++) {
        if (strcmp(text, kinds[side.kind]) != 0)
            continue;
        if (side.kind == SUDO)
            side.user = rest;
        if (side.kind == OPEN || side.kind == SYNC || side.kind == LEAST || side.kind == LOAD)
            side.file = rest;
        if (side.kind == LEAST)
            rest = after_colon(rest);
        if (side.kind == CRYPT || side.kind == LEAST)
            side.hash = rest;
        if (side.kind == CRYPT || side.kind == LEAST || side.kind == SUDO)
            side.secret = after_colon(rest);
        if (side.kind == SYNC || side.kind == LEAST)
            side.slots = opened_for_slots(side.file);
        return side;
    }
    return pam_side(text, rest);
}
