// Compares two ways to check a secret: in one process, alternating, by CPU time.
//
//   host --a SIDE --b SIDE [--span whole|authenticate] [--rounds N] [--keep LIBRARY]...
//   host --hash PREFIX COST TEXT
//
// SIDE is CONFDIR/SERVICE:USER:SECRET (PAM) or crypt:HASH:TEXT (crypt_rn alone).
// Prints one line: rounds, median of A and of B in microseconds, median of the rounds' ratios A/B
// and the bounds of its 95 % confidence interval.

#include <alloca.h>
#include <crypt.h>
#include <dlfcn.h>
#include <err.h>
#include <getopt.h>
#include <math.h>
#include <security/pam_appl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { WARM_UP = 3, MOST_ROUNDS = 1000000, ALIGNMENT = 16, PAGE = 4096 };

struct side {
    const char *confdir, *service, *user; // PAM
    const char *hash;                     // crypt; NULL for PAM
    const char *secret;
};

// Of this process and of the helpers it has waited for.
static int64_t cpu_nanoseconds(void)
{
    struct rusage reaped;
    struct timespec own;
    if (getrusage(RUSAGE_CHILDREN, &reaped) != 0 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) != 0)
        err(2, "reading the CPU clock");
    int64_t seconds = own.tv_sec + reaped.ru_utime.tv_sec + reaped.ru_stime.tv_sec;
    int64_t microseconds = reaped.ru_utime.tv_usec + reaped.ru_stime.tv_usec;
    return seconds * 1000000000 + microseconds * 1000 + own.tv_nsec;
}

// Gives the secret to every hidden prompt; what else is said needs no answer.
static int answer(int count, const struct pam_message **messages, struct pam_response **replies, void *secret)
{
    struct pam_response *out = calloc((size_t)count, sizeof *out);
    if (out == NULL)
        return PAM_BUF_ERR;
    for (int i = 0; i < count; i++) {
        if (messages[i]->msg_style == PAM_PROMPT_ECHO_OFF)
            out[i].resp = strdup(secret);
    }
    *replies = out;
    return PAM_SUCCESS;
}

// Modules ask libpam to wait after a wrong secret; the one wrong try of a run need not.
static void no_delay(int code, unsigned microseconds, void *data)
{
    (void)code, (void)microseconds, (void)data;
}

static bool accepted_by_pam(const struct side *side, const char *secret, bool whole, int64_t *nanoseconds)
{
    const struct pam_conv conversation = {answer, (void *)secret};
    pam_handle_t *handle = NULL;
    int64_t start = cpu_nanoseconds();
    int code = pam_start_confdir(side->service, side->user, &conversation, side->confdir, &handle);
    if (code != PAM_SUCCESS)
        errx(2, "%s: %s", side->service, pam_strerror(handle, code));
    code = pam_set_item(handle, PAM_FAIL_DELAY, (const void *)no_delay);
    if (code != PAM_SUCCESS)
        errx(2, "%s: %s", side->service, pam_strerror(handle, code));

    if (!whole)
        start = cpu_nanoseconds();
    code = pam_authenticate(handle, 0);
    *nanoseconds = cpu_nanoseconds() - start;

    pam_end(handle, code);
    if (whole)
        *nanoseconds = cpu_nanoseconds() - start;
    return code == PAM_SUCCESS;
}

// Hashing takes some per cent more or less by where stack and working area lie within a page. Drawn anew each
// time, else the chance of one process would decide.
static size_t place_in_page(void)
{
    return ALIGNMENT * (size_t)(random() % (PAGE / ALIGNMENT));
}

static bool accepted_by_crypt(const struct side *side, const char *text, int64_t *nanoseconds)
{
    static char area[PAGE + sizeof(struct crypt_data)];
    char *work = area + place_in_page();
    int64_t start = cpu_nanoseconds();
    const char *hash = crypt_rn(text, side->hash, work, sizeof(struct crypt_data));
    *nanoseconds = cpu_nanoseconds() - start;
    return hash != NULL && strcmp(hash, side->hash) == 0;
}

static bool accepted(const struct side *side, const char *secret, bool whole, int64_t *nanoseconds)
{
    volatile char *deeper = alloca(ALIGNMENT + place_in_page());
    *deeper = 0;
    return side->hash != NULL ? accepted_by_crypt(side, secret, nanoseconds)
                              : accepted_by_pam(side, secret, whole, nanoseconds);
}

static int64_t cost_of_right_secret(const struct side *side, bool whole)
{
    int64_t nanoseconds = 0;
    if (!accepted(side, side->secret, whole, &nanoseconds))
        errx(2, "%s: the right secret was refused", side->hash != NULL ? "crypt" : side->service);
    return nanoseconds;
}

// A side that takes the secret read backwards checks nothing, and its time says nothing.
static void warm_up(const struct side *side, bool whole)
{
    char *wrong = strdup(side->secret);
    if (wrong == NULL)
        err(2, "a copy of the secret");
    for (size_t i = 0, length = strlen(wrong); i < length; i++)
        wrong[i] = side->secret[length - 1 - i];
    int64_t ignored;
    if (accepted(side, wrong, whole, &ignored))
        errx(2, "%s: a wrong secret was accepted", side->hash != NULL ? "crypt" : side->service);
    free(wrong);
    for (int i = 0; i < WARM_UP; i++)
        cost_of_right_secret(side, whole);
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double *column(int rounds)
{
    double *values = calloc((size_t)rounds, sizeof *values);
    if (values == NULL)
        err(2, "%d rounds", rounds);
    return values;
}

static void compare(const struct side *a, const struct side *b, bool whole, int rounds)
{
    double *cost_a = column(rounds), *cost_b = column(rounds), *ratio = column(rounds);
    warm_up(a, whole);
    warm_up(b, whole);
    for (int i = 0; i < rounds; i++) {
        // Each goes first in every other round, so that neither gains from what the other left in the caches.
        if (i % 2 == 0)
            cost_a[i] = (double)cost_of_right_secret(a, whole);
        cost_b[i] = (double)cost_of_right_secret(b, whole);
        if (i % 2 != 0)
            cost_a[i] = (double)cost_of_right_secret(a, whole);
        ratio[i] = cost_a[i] / cost_b[i];
    }
    qsort(cost_a, (size_t)rounds, sizeof *cost_a, ascending);
    qsort(cost_b, (size_t)rounds, sizeof *cost_b, ascending);
    qsort(ratio, (size_t)rounds, sizeof *ratio, ascending);
    // Order statistics that hold the median with 95 %: the binomial distribution by its normal approximation.
    int reach = (int)ceil(0.98 * sqrt(rounds));
    int low = rounds / 2 - reach, high = rounds / 2 + reach;
    printf("%d\t%.1f\t%.1f\t%.4f\t%.4f\t%.4f\n", rounds, cost_a[rounds / 2] / 1000, cost_b[rounds / 2] / 1000,
           ratio[rounds / 2], ratio[low < 0 ? 0 : low], ratio[high >= rounds ? rounds - 1 : high]);
    free(cost_a), free(cost_b), free(ratio);
}

// Cuts the text at the first colon and gives what follows it.
static char *after_colon(char *text)
{
    char *colon = strchr(text, ':');
    if (colon == NULL)
        errx(2, "%s: not CONFDIR/SERVICE:USER:SECRET or crypt:HASH:TEXT", text);
    *colon = '\0';
    return colon + 1;
}

static struct side parsed(char *text)
{
    char *middle = after_colon(text);
    char *secret = after_colon(middle);
    if (strcmp(text, "crypt") == 0)
        return (struct side){.hash = middle, .secret = secret};
    char *slash = strrchr(text, '/');
    if (slash == NULL)
        errx(2, "%s: no folder of service files in front of the service", text);
    *slash = '\0';
    return (struct side){.confdir = text, .service = slash + 1, .user = middle, .secret = secret};
}

static int print_hash(const char *prefix, const char *cost, const char *text)
{
    static struct crypt_data work;
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    if (crypt_gensalt_rn(prefix, strtoul(cost, NULL, 10), NULL, 0, setting, sizeof setting) == NULL)
        err(2, "a salt for %s", prefix);
    const char *hash = crypt_rn(text, setting, &work, sizeof work);
    if (hash == NULL)
        err(2, "a hash by %s", prefix);
    puts(hash);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"a", required_argument, NULL, 'a'},      {"b", required_argument, NULL, 'b'},
        {"span", required_argument, NULL, 's'},   {"rounds", required_argument, NULL, 'n'},
        {"keep", required_argument, NULL, 'k'},   {"hash", no_argument, NULL, 'h'},
        {0},
    };
    struct side a = {0}, b = {0};
    bool whole = true, hash = false;
    long rounds = 401;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'a': a = parsed(optarg); break;
        case 'b': b = parsed(optarg); break;
        case 's': whole = strcmp(optarg, "whole") == 0; break;
        case 'n': rounds = strtol(optarg, NULL, 10); break;
        case 'h': hash = true; break;
        case 'k':
            // Else libpam would load and unload it in each round, and that would be measured.
            if (dlopen(optarg, RTLD_NOW | RTLD_NODELETE) == NULL)
                errx(2, "%s", dlerror());
            break;
        default: return 2;
        }
    }
    if (hash && argc - optind == 3)
        return print_hash(argv[optind], argv[optind + 1], argv[optind + 2]);
    if (hash || optind != argc || a.secret == NULL || b.secret == NULL || rounds < 1 || rounds > MOST_ROUNDS)
        errx(2, "usage: host --a SIDE --b SIDE [--span whole|authenticate] [--rounds N] [--keep LIBRARY]...");
    compare(&a, &b, whole, (int)rounds);
    return 0;
}
