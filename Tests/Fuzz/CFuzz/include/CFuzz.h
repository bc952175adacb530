/*
 * The world that the code under test lives in while it is fuzzed: system calls, libcrypt, accounts, the
 * clock, the person at the prompt. Numbers and texts are put in before a run and taken out after it.
 * The linker puts the calls of Calls.c in place of libc's (--wrap); until the world begins they are libc's.
 */
#ifndef CFUZZ_H
#define CFUZZ_H

#include <security/pam_appl.h>
#include <security/pam_modules.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers of the world. What is counted is set to 0 by fuzz_reset and by whoever wants to count anew. */
enum fuzz_number {
    FUZZ_REAL_USER,        /* getuid */
    FUZZ_EFFECTIVE_USER,   /* geteuid */
    FUZZ_MILLISECONDS,     /* since boot; goes on by itself where the code under test waits */
    FUZZ_WALL_TIME,        /* time */
    FUZZ_FILE_SIZE_LIMIT,  /* RLIMIT_FSIZE */
    FUZZ_BUSY_UNTIL,       /* till then, in milliseconds, another process has all locks */
    FUZZ_ACCOUNT_BYTES,    /* what an account's entry needs of a buffer */
    FUZZ_HAS_PIDFD,        /* whether the kernel has pidfd_open */
    FUZZ_NO_NEW_PRIVILEGES,
    FUZZ_WALLED,           /* whether only the checker may look into the store (EACCES) */
    FUZZ_CALLS,            /* counted: calls that could fail */
    FUZZ_FAULTS,           /* counted: calls that did */
    FUZZ_ABSENT,           /* counted: files that were there and said to be absent (ENOENT) */
    FUZZ_OPEN,             /* counted: descriptors that are open */
    FUZZ_WAITED,           /* counted: milliseconds slept and polled */
    FUZZ_CRYPTS,           /* counted: calls of crypt_rn */
    FUZZ_PROMPTS,          /* counted: questions without echo */
    FUZZ_INFORMED,         /* counted: texts to the person */
    FUZZ_DELAYS,           /* counted: calls of pam_fail_delay */
    FUZZ_ANSWERED,         /* counted: answers of the checker */
    FUZZ_NUMBERS
};

/* Texts of the world: lists that are put in, and what is taken out, all without a NUL. */
enum fuzz_text {
    FUZZ_ARGUMENTS, /* in: the arguments of the module's line */
    FUZZ_REPLIES,   /* in: the person's replies, in turn; the first byte is the kind, see World.c */
    FUZZ_ANSWERS,   /* in: the checker's answers, in turn; the first byte is the kind, see Calls.c */
    FUZZ_ACCOUNTS,  /* in: 4 bytes of uid, little-endian, and a name */
    FUZZ_SHADOW,    /* in: the password field of all accounts; none: no entry */
    FUZZ_LOGIN,     /* in: what pam_modutil_getlogin says; none: null */
    FUZZ_PHRASE,    /* out: what crypt_rn was last called with */
    FUZZ_SETTING,   /* out: the setting of that call */
    FUZZ_HASH,      /* out: its result */
    FUZZ_REPLY,     /* out: the last reply to a question without echo */
    FUZZ_REQUEST,   /* out: the last frame to the checker */
    FUZZ_LOG,       /* out: all lines of the log, each with a line feed behind it */
    FUZZ_TEXTS
};

/* Empties the world, and closes and frees what was left in it. */
void fuzz_reset(void);
/* Begins and ends the world for the code under test. */
void fuzz_begin(void);
void fuzz_end(void);

void fuzz_set(enum fuzz_number number, int64_t value);
int64_t fuzz_get(enum fuzz_number number);
void fuzz_put(enum fuzz_text text, const uint8_t *_Nullable bytes, size_t count);
void fuzz_clear(enum fuzz_text text);
/* How many entries a list has, and entry `index` of it: valid until the next reset. */
size_t fuzz_count(enum fuzz_text text);
const uint8_t *_Nullable fuzz_take(enum fuzz_text text, size_t index, size_t *_Nonnull count);

/* Call number `call`, from 1, fails with `error`; or, negative, see the faults in World.h. */
void fuzz_fail(unsigned call, int error);

/* Makes `folder` the root of all absolute paths; below it, `service` names `module` as its one module,
 * whose pam_sm_authenticate is `steps`. False if that fails. */
bool fuzz_live_in(const char *_Nonnull folder, const char *_Nonnull module,
                  int (*_Nonnull steps)(pam_handle_t *_Nonnull, int));
/* Puts a file into the root: mode 0 makes it absent. */
bool fuzz_write(const char *_Nonnull path, const uint8_t *_Nullable bytes, size_t count, unsigned mode);
/* Puts attempts into the root: a file of so many bytes with the 120 bytes of both slots. */
bool fuzz_write_slots(const char *_Nonnull path, const uint8_t *_Nonnull slots, size_t size);
/* Reads the 240 bytes of both slots; 0 where there are none. */
void fuzz_read_slots(const char *_Nonnull path, uint8_t *_Nonnull slots);
/* Makes a folder in the root. */
bool fuzz_make_folder(const char *_Nonnull path, unsigned mode);
/* pam_start_confdir, pam_authenticate with `flags`, pam_end; the code of the first that fails. */
int fuzz_authenticate(const char *_Nullable user, int flags);
/* For `steps` alone, from here on. The module's pam_sm_authenticate, with the world around it. */
int fuzz_call(pam_handle_t *_Nonnull handle, int flags);
/* pam_set_item of a text; null for none. */
void fuzz_set_item(pam_handle_t *_Nonnull handle, int type, const uint8_t *_Nullable bytes, size_t count);
/* Whether PAM_AUTHTOK is this text; with null, whether it is not set. */
bool fuzz_token_is(const pam_handle_t *_Nonnull handle, const uint8_t *_Nullable bytes, size_t count);
/* Closes standard input, or puts /dev/null there again. */
void fuzz_close_input(bool closed);

/* libcrypt's hash of a text in the world's cheap form; null when that fails, valid until the next call. */
const char *_Nullable fuzz_hash(const char *_Nonnull phrase, const char *_Nonnull setting);

/* Ends the process when a claim does not hold. */
_Noreturn void fuzz_refute(const char *_Nonnull claim);

#endif
