/* What system calls return, as Swift gets it: the result, or -errno. */
#pragma once

#include <errno.h>
#include <sys/types.h>

static inline int outcome(int result) { return result < 0 ? -errno : result; }
static inline ssize_t transferred(ssize_t result) { return result < 0 ? -(ssize_t)errno : result; }
