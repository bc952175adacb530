/*
 * libcrypt for Swift, apart from CLinux: the pads need no libcrypt. Nothing here decides anything.
 */
#ifndef CCRYPT_H
#define CCRYPT_H

#include <crypt.h>
#include <stddef.h>

/* crypt_rn(3): the result in `area`, or null with *error set to errno. */
const char *_Nullable linux_crypt(const char *_Nonnull phrase, const char *_Nonnull setting,
                                  void *_Nonnull area, size_t size, int *_Nonnull error);
static inline size_t linux_crypt_data_size(void) { return sizeof(struct crypt_data); }

#endif
