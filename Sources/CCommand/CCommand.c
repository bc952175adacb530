#include "CCommand.h"

#include <stddef.h>

static int word_count;
static char **all_words;

/* glibc hands constructors what main gets. */
__attribute__((constructor)) static void note(int count, char **words) {
    word_count = count;
    all_words = words;
}

int command_word_count(void) { return word_count; }

const char *command_word(int index) {
    return index >= 0 && index < word_count ? all_words[index] : NULL;
}
