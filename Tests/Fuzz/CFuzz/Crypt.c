/* libcrypt: the real one where it is cheap, a stand-in of the same form where it is not. */
#include "World.h"

#include <crypt.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__real_crypt_rn(const char *phrase, const char *setting, void *data, int size);
char *__wrap_crypt_rn(const char *phrase, const char *setting, void *data, int size);

/* 5,000 rounds unless told take a millisecond, and yescrypt and scrypt may take gigabytes. */
static bool is_cheap(const char *setting) {
    return strncmp(setting, "$5$rounds=1000$", 15) == 0 || strncmp(setting, "$6$rounds=1000$", 15) == 0;
}

static const char *stand_in(const char *phrase, const char *setting, char *output) {
    uint64_t hash = 0xcbf29ce484222325;
    for (const char *next = phrase; *next != 0; next++) hash = (hash ^ (uint8_t)*next) * 0x100000001b3;
    size_t length = strlen(setting);
    const char *end = strrchr(setting, '$');
    if (end != NULL && end - setting > 3) length = (size_t)(end - setting);
    if (length > CRYPT_OUTPUT_SIZE - 64) return NULL;
    snprintf(output, CRYPT_OUTPUT_SIZE, "%.*s$%016llx%027d", (int)length, setting, (unsigned long long)hash, 0);
    return output;
}

/* The real hashes so far: a try of the fuzzer's often hashes what was hashed before. */
static const char *cheap(const char *phrase, const char *setting, char *output) {
    enum { slots = 1024 };
    static struct {
        char phrase[192], setting[192], hash[192];
    } known[slots];
    size_t slot = 0;
    for (const char *next = phrase; *next != 0; next++) slot = slot * 31 + (uint8_t)*next;
    for (const char *next = setting; *next != 0; next++) slot = slot * 31 + (uint8_t)*next;
    slot %= slots;
    if (strcmp(known[slot].phrase, phrase) != 0 || strcmp(known[slot].setting, setting) != 0 ||
        known[slot].hash[0] == 0) {
        static struct crypt_data data;
        const char *made = __real_crypt_rn(phrase, setting, &data, sizeof data);
        if (made == NULL) return NULL;
        snprintf(output, CRYPT_OUTPUT_SIZE, "%s", made);
        if (strlen(phrase) > 191 || strlen(setting) > 191 || strlen(made) > 191) return output;
        snprintf(known[slot].phrase, 192, "%s", phrase);
        snprintf(known[slot].setting, 192, "%s", setting);
        snprintf(known[slot].hash, 192, "%s", made);
    }
    snprintf(output, CRYPT_OUTPUT_SIZE, "%s", known[slot].hash);
    return output;
}

char *__wrap_crypt_rn(const char *phrase, const char *setting, void *data, int size) {
    if (!fuzz_is_on) return __real_crypt_rn(phrase, setting, data, size);
    if (size < (int)sizeof(struct crypt_data)) fuzz_refute("libcrypt gets all the room it needs");
    fuzz_numbers[FUZZ_CRYPTS]++;
    fuzz_note(FUZZ_PHRASE, phrase, strlen(phrase));
    fuzz_note(FUZZ_SETTING, setting, strlen(setting));
    fuzz_note(FUZZ_HASH, "", 0);
    char *output = ((struct crypt_data *)data)->output;
    int fault = fuzz_next();
    if (fault == FUZZ_NOTHING) return strcpy(output, "*0"); /* libcrypt's token for a failure */
    if (fault > 0) {
        errno = fault;
        return NULL;
    }
    errno = EINVAL;
    const char *hash = is_cheap(setting) ? cheap(phrase, setting, output) : stand_in(phrase, setting, output);
    if (hash == NULL) return NULL;
    fuzz_note(FUZZ_HASH, output, strlen(output));
    return output;
}

const char *fuzz_hash(const char *phrase, const char *setting) {
    static char output[CRYPT_OUTPUT_SIZE];
    return is_cheap(setting) ? cheap(phrase, setting, output) : stand_in(phrase, setting, output);
}
