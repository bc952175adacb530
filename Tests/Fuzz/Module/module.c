/* What libpam loads while the entry point is fuzzed: it hands its handle on to the fuzzer's own process. */
#include <security/pam_modules.h>
#include <stddef.h>

int (*fuzz_steps)(pam_handle_t *, int) = NULL;

int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **arguments) {
    (void)count;
    (void)arguments;
    return fuzz_steps != NULL ? fuzz_steps(handle, flags) : PAM_SYSTEM_ERR;
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **arguments) {
    (void)handle;
    (void)flags;
    (void)count;
    (void)arguments;
    return PAM_SUCCESS;
}
