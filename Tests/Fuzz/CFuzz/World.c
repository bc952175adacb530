/* The world's numbers, texts and faults. */
#include "World.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_faults = 8, most_entries = 32, most_descriptors = 256 };

volatile bool fuzz_is_on = false;
int64_t fuzz_numbers[FUZZ_NUMBERS];

static struct {
    unsigned call;
    int error;
} faults[most_faults];
static size_t fault_count;
static struct {
    uint8_t *bytes;
    size_t count;
} entries[FUZZ_TEXTS][most_entries];
static size_t counts[FUZZ_TEXTS];
static bool is_open[most_descriptors];

void fuzz_reset(void) {
    fuzz_is_on = false;
    memset(fuzz_numbers, 0, sizeof fuzz_numbers);
    fault_count = 0;
    for (int text = 0; text < FUZZ_TEXTS; text++) fuzz_clear((enum fuzz_text)text);
    for (int descriptor = 0; descriptor < most_descriptors; descriptor++) {
        if (is_open[descriptor]) close(descriptor);
        is_open[descriptor] = false;
    }
}

void fuzz_begin(void) { fuzz_is_on = true; }

void fuzz_end(void) { fuzz_is_on = false; }

void fuzz_set(enum fuzz_number number, int64_t value) { fuzz_numbers[number] = value; }

int64_t fuzz_get(enum fuzz_number number) { return fuzz_numbers[number]; }

void fuzz_put(enum fuzz_text text, const uint8_t *bytes, size_t count) {
    if (counts[text] == most_entries) return;
    bool was_on = fuzz_is_on;
    fuzz_is_on = false; /* this memory is not the world's */
    /* Of its own size, so that a read beyond it is found. */
    uint8_t *copy = malloc(count + 1);
    fuzz_is_on = was_on;
    if (copy == NULL) fuzz_refute("there is memory for the world");
    if (count > 0) memcpy(copy, bytes, count);
    copy[count] = 0;
    entries[text][counts[text]].bytes = copy;
    entries[text][counts[text]++].count = count;
}

void fuzz_clear(enum fuzz_text text) {
    for (size_t index = 0; index < counts[text]; index++) free(entries[text][index].bytes);
    counts[text] = 0;
}

size_t fuzz_count(enum fuzz_text text) { return counts[text]; }

const uint8_t *fuzz_take(enum fuzz_text text, size_t index, size_t *count) {
    *count = index < counts[text] ? entries[text][index].count : 0;
    return index < counts[text] ? entries[text][index].bytes : NULL;
}

void fuzz_note(enum fuzz_text text, const void *bytes, size_t count) {
    fuzz_clear(text);
    fuzz_put(text, bytes, count);
}

void fuzz_fail(unsigned call, int error) {
    if (fault_count == most_faults || error == 0) return;
    faults[fault_count].call = call;
    faults[fault_count++].error = error;
}

int fuzz_next(void) {
    fuzz_numbers[FUZZ_CALLS]++;
    for (size_t index = 0; index < fault_count; index++) {
        if (faults[index].call != fuzz_numbers[FUZZ_CALLS]) continue;
        fuzz_numbers[FUZZ_FAULTS]++;
        return faults[index].error;
    }
    return 0;
}

bool fuzz_fails(void) {
    int error = fuzz_next();
    if (error <= 0) return false;
    errno = error;
    return true;
}

int fuzz_opened(int descriptor) {
    if (descriptor < 0) return descriptor;
    if (descriptor >= most_descriptors || is_open[descriptor]) fuzz_refute("a new descriptor is new");
    is_open[descriptor] = true;
    fuzz_numbers[FUZZ_OPEN]++;
    return descriptor;
}

void fuzz_kept(int descriptor) {
    if (descriptor >= 0 && descriptor < most_descriptors) is_open[descriptor] = true;
}

void fuzz_closed(int descriptor) {
    if (descriptor < 0 || descriptor >= most_descriptors || !is_open[descriptor])
        fuzz_refute("only what was opened is closed, and once");
    is_open[descriptor] = false;
    fuzz_numbers[FUZZ_OPEN]--;
}

void fuzz_refute(const char *claim) {
    fuzz_is_on = false;
    fflush(NULL); /* what was printed for a person */
    fprintf(stderr, "\nREFUTED: %s\n", claim);
    abort();
}
