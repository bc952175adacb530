/* What the calls know of the world. */
#pragma once

#include "CFuzz.h"

/* Volatile: a compiler takes malloc for one that reads no global. */
extern volatile bool fuzz_is_on;
extern int64_t fuzz_numbers[FUZZ_NUMBERS];
extern int fuzz_root;

/* Faults that are no errors: a transfer of half, of nothing; other facts of a file. */
enum { FUZZ_HALF = -1, FUZZ_NOTHING = -2, FUZZ_OWNER = -3, FUZZ_MODE = -4, FUZZ_SIZE = -5, FUZZ_LINKS = -6,
       FUZZ_UNLINKED = -7, FUZZ_KIND = -8 };

/* The fault of the next call, 0 for none. */
int fuzz_next(void);
/* The same for a call that knows errors alone: true with errno set. */
bool fuzz_fails(void);

/* Notes a descriptor, and takes one back: code under test may close what it opened, and nothing else. */
int fuzz_opened(int descriptor);
void fuzz_closed(int descriptor);
/* Notes a descriptor of the world itself, for the next reset to close. */
void fuzz_kept(int descriptor);

/* Sets the one entry of a text. */
void fuzz_note(enum fuzz_text text, const void *bytes, size_t count);
