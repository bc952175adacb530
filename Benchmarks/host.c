// Compares two ways to check a secret, alternating in one process.
//
//   host --a SIDE [--b SIDE] [--cost cpu|wall|held|left|libraries] [--span whole|authenticate] [--at-once N]
//        [--rounds N] [--keep LIBRARY]...
//   host --hash PREFIX COST TEXT
//   host --hash SETTING - TEXT
//
// SIDE is one of
//   CONFDIR/SERVICE:USER:SECRET  PAM; SECRET is a text, codes=FILE (one a line), key=LIBRARY,FILE (of pam_u2f),
//                                nothing where no question is expected, ! where a refusal without one is
//   crypt:HASH:TEXT              crypt_rn alone
//   open:FILE                    a file opened and read
//   sync:FILE                    120 bytes written into it and put on the disk
//   least:FILE:HASH:TEXT         those three
//   load:FILE                    dlopen and dlclose, in a new process each
//   sudo:USER:SECRET             the program, `sudo -S true`
// Prints one line: rounds, median of A and of B in nanoseconds, bytes or files, median of the rounds' ratios A/B and
// the bounds of its 95 % confidence interval. Without B nothing: then another program counts.

#include "side.h"

#include <crypt.h>
#include <dlfcn.h>
#include <err.h>
#include <getopt.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 3, MOST_ROUNDS = 1000000 };

// By this name callgrind is told what to count.
__attribute__((noinline)) double measured_check(struct side *side, enum cost cost)
{
    double value = 0;
    if (!side_check(side, true, cost, &value))
        errx(2, "%s: the right secret was refused", side->name);
    return value;
}

// A side that takes a wrong secret checks nothing, and its time says nothing.
static void warm_up(struct side *side, enum cost cost)
{
    double ignored;
    // Where it is measured what a module brings with it, this process must not have it yet.
    if (side->expected == ASKS && cost <= WALL && side_check(side, false, cost, &ignored))
        errx(2, "%s: a wrong secret was accepted", side->name);
    for (int i = 0; i < (side->at_once > 0 ? 1 : WARM_UP); i++) {
        if (!side_check(side, true, cost, &ignored))
            errx(2, "%s: the right secret was refused", side->name);
    }
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

static void compare(struct side *a, struct side *b, enum cost cost, int rounds)
{
    double *cost_a = column(rounds), *cost_b = column(rounds), *ratio = column(rounds);
    warm_up(a, cost);
    warm_up(b, cost);
    for (int i = 0; i < rounds; i++) {
        // Each goes first in every other round, so that neither gains from what the other left in the caches.
        if (i % 2 == 0)
            cost_a[i] = measured_check(a, cost);
        cost_b[i] = measured_check(b, cost);
        if (i % 2 != 0)
            cost_a[i] = measured_check(a, cost);
        ratio[i] = cost_a[i] / cost_b[i];
    }
    qsort(cost_a, (size_t)rounds, sizeof *cost_a, ascending);
    qsort(cost_b, (size_t)rounds, sizeof *cost_b, ascending);
    qsort(ratio, (size_t)rounds, sizeof *ratio, ascending);
    // Order statistics that hold the median with 95 %: the binomial distribution by its normal approximation.
    int reach = (int)ceil(0.98 * sqrt(rounds));
    int low = rounds / 2 - reach, high = rounds / 2 + reach;
    printf("%d\t%.0f\t%.0f\t%.4f\t%.4f\t%.4f\n", rounds, cost_a[rounds / 2], cost_b[rounds / 2], ratio[rounds / 2],
           ratio[low < 0 ? 0 : low], ratio[high >= rounds ? rounds - 1 : high]);
    free(cost_a), free(cost_b), free(ratio);
}

static void run_alone(struct side *side, enum cost cost, int rounds)
{
    warm_up(side, cost);
    for (int i = 0; i < rounds; i++)
        measured_check(side, cost);
}

static int print_hash(const char *prefix, const char *cost, const char *text)
{
    static struct crypt_data work;
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    if (strcmp(cost, "-") == 0)
        snprintf(setting, sizeof setting, "%s", prefix);
    else if (crypt_gensalt_rn(prefix, strtoul(cost, NULL, 10), NULL, 0, setting, sizeof setting) == NULL)
        err(2, "a salt for %s", prefix);
    const char *hash = crypt_rn(text, setting, &work, sizeof work);
    if (hash == NULL)
        err(2, "a hash by %s", prefix);
    puts(hash);
    return 0;
}

// Others that get the processor in between empty the caches, which costs those more that call the kernel more often.
// Only root may; without it is measured all the same.
static void keep_processor(void)
{
    const struct sched_param lowest = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
    sched_setscheduler(0, SCHED_FIFO, &lowest);
}

static enum cost cost_named(const char *name)
{
    static const char *const names[] = {"cpu", "wall", "held", "left", "libraries"};
    for (enum cost cost = CPU; cost <= LIBRARIES; cost++) {
        if (strcmp(name, names[cost]) == 0)
            return cost;
    }
    errx(2, "%s: no cost", name);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"a", required_argument, NULL, 'a'},    {"b", required_argument, NULL, 'b'},
        {"cost", required_argument, NULL, 'c'}, {"span", required_argument, NULL, 's'},
        {"at-once", required_argument, NULL, 'o'}, {"rounds", required_argument, NULL, 'n'},
        {"keep", required_argument, NULL, 'k'}, {"hash", no_argument, NULL, 'h'},
        {0},
    };
    struct side a = {0}, b = {0};
    enum cost cost = CPU;
    bool whole = true, hash = false;
    long rounds = 401, at_once = 0;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'a': a = side_parse(optarg); break;
        case 'b': b = side_parse(optarg); break;
        case 'c': cost = cost_named(optarg); break;
        case 's': whole = strcmp(optarg, "whole") == 0; break;
        case 'o': at_once = strtol(optarg, NULL, 10); break;
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
    if (hash || optind != argc || a.name == NULL || rounds < 1 || rounds > MOST_ROUNDS || at_once < 0)
        errx(2, "usage: host --a SIDE [--b SIDE] [OPTION]..., see host.c");
    if (cost == CPU)
        keep_processor();
    a.whole = b.whole = whole;
    a.at_once = b.at_once = (int)at_once;
    if (b.name == NULL)
        run_alone(&a, cost, (int)rounds);
    else
        compare(&a, &b, cost, (int)rounds);
    return 0;
}
