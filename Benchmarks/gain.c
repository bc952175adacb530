/* Hashes by crypt_rn(3) in several processes at once: what an audit could gain from more processors at best.
 * Usage: gain PROCESSES HASHES COST TEXT, which prints the microseconds of wall time;
 *        gain hash COST TEXT, which prints a yescrypt hash. */
#include <crypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct crypt_data area;

static void fail(const char *what) {
    perror(what);
    exit(2);
}

static double microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static const char *hash(const char *text, const char *setting) {
    const char *result = crypt_rn(text, setting, &area, sizeof area);
    if (result == NULL) fail("crypt_rn");
    return result;
}

static void work(int hashes, const char *text, const char *setting) {
    for (int count = 0; count < hashes; count++) hash(text, setting);
    _exit(0);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    static char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    int is_hash = strcmp(words[1], "hash") == 0;
    unsigned long cost = strtoul(words[is_hash ? 2 : 3], NULL, 10);
    if (crypt_gensalt_rn("$y$", cost, NULL, 0, setting, sizeof setting) == NULL) fail("crypt_gensalt_rn");
    if (is_hash) return puts(hash(words[3], setting)) < 0 ? 2 : 0;
    if (count != 5) return 2;
    int processes = atoi(words[1]), hashes = atoi(words[2]);
    double start = microseconds();
    for (int process = 0; process < processes; process++) {
        pid_t child = fork();
        if (child < 0) fail("fork");
        if (child == 0) work(hashes / processes, words[4], setting);
    }
    for (int process = 0; process < processes; process++) {
        int status;
        if (wait(&status) < 0 || status != 0) fail("a process");
    }
    printf("%.0f\n", microseconds() - start);
    return 0;
}
