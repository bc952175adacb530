#include "CCrypt.h"

#include <errno.h>

const char *linux_crypt(const char *phrase, const char *setting, void *area, size_t size,
                        int *error) {
    errno = 0;
    const char *result = crypt_rn(phrase, setting, area, (int)size);
    *error = result == NULL ? errno : 0;
    return result;
}
