/* A PAM module for the tests: makes its argument the handle's PAM_USER, as pam_userdb's kin may. */
#include <security/pam_modules.h>

int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)flags;
    return argc == 1 ? pam_set_item(handle, PAM_USER, argv[0]) : PAM_SERVICE_ERR;
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)handle, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}
