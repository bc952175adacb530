/*
 * The peer of Benchmarks/Space: counts the patterns of a 3x3 grid in plain C by the same algorithms.
 * Usage: space sets|search RUNS; prints the number of patterns and the nanoseconds of CPU time of a run.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 3, NODES = SIDE * SIDE, SHORTEST = 4 };

static uint64_t between[NODES * NODES]; /* the nodes strictly between two others, a bit each */

static int divisor(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void prepare(void) {
    for (int start = 0; start < NODES; start++) {
        for (int end = 0; end < NODES; end++) {
            int rows = end / SIDE - start / SIDE, columns = end % SIDE - start % SIDE;
            int parts = divisor(abs(rows), abs(columns));
            between[start * NODES + end] = 0;
            for (int part = 1; part < parts; part++) {
                int node = start + (rows / parts * SIDE + columns / parts) * part;
                between[start * NODES + end] |= UINT64_C(1) << node;
            }
        }
    }
}

static int legal(int start, int end, uint64_t visited) {
    return !(visited >> end & 1) && !(between[start * NODES + end] & ~visited);
}

/* Over (set of visited nodes, last node). */
static int64_t count_sets(void) {
    int64_t *ways = calloc((size_t)NODES << NODES, sizeof *ways);
    int64_t total = 0;
    if (!ways) exit(2);
    for (int start = 0; start < NODES; start++) ways[(1 << start) * NODES + start] = 1;
    for (int set = 1; set < 1 << NODES; set++) {
        int length = __builtin_popcount((unsigned)set);
        for (int last = 0; last < NODES; last++) {
            int64_t reached = ways[set * NODES + last];
            if (reached == 0) continue;
            if (length >= SHORTEST) total += reached;
            for (int next = 0; next < NODES; next++)
                if (legal(last, next, (uint64_t)set)) ways[(set | 1 << next) * NODES + next] += reached;
        }
    }
    free(ways);
    return total;
}

static int nodes[NODES];
static int64_t found;

/* One by one, each handed over with its nodes. */
static void extend(int length, uint64_t visited, void (*body)(const int *, int)) {
    if (length >= SHORTEST) body(nodes, length);
    if (length == NODES) return;
    for (int next = 0; next < NODES; next++) {
        if (length > 0 && !legal(nodes[length - 1], next, visited)) continue;
        nodes[length] = next;
        extend(length + 1, visited | UINT64_C(1) << next, body);
    }
}

static void add(const int *pattern, int length) {
    (void)pattern;
    found += length >= SHORTEST;
}

static int64_t count_search(void) {
    found = 0;
    extend(0, 0, add);
    return found;
}

int main(int count, char **words) {
    if (count != 3 || atoi(words[2]) < 1) return 2;
    int runs = atoi(words[2]);
    int64_t patterns = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int run = 0; run < runs; run++) {
        prepare();
        patterns = strcmp(words[1], "sets") == 0 ? count_sets() : count_search();
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double spent = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
    printf("%lld %.0f\n", (long long)patterns, spent / runs);
    return 0;
}
