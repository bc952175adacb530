/*
 * A PAM module that leads back into the process of the tests: it calls the entry point whose address is its
 * first argument, with the other arguments. So the sources of the module, linked into the tests, get a handle
 * as only a module does, from the real libpam.
 */
#include <inttypes.h>
#include <security/pam_modules.h>
#include <stddef.h>

typedef int entry(pam_handle_t *handle, int flags, int count, const char **arguments);

int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **arguments) {
    if (count < 1) return PAM_SERVICE_ERR;
    entry *call = (entry *)strtoumax(arguments[0], NULL, 16);
    return call(handle, flags, count - 1, arguments + 1);
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **arguments) {
    (void)handle, (void)flags, (void)count, (void)arguments;
    return PAM_SUCCESS;
}
