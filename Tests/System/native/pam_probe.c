/*
 * A PAM module for the tests: tells the application what the modules before it left in PAM_AUTHTOK,
 * in the PAM environment (PROBED, and PROBED_AUTHTOK in hexadecimal), and returns what its argument
 * return=N says, PAM_SUCCESS without one.
 */
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    const void *token = NULL;
    int code = PAM_SUCCESS;

    (void)flags;
    for (int index = 0; index < argc; index++)
        if (strncmp(argv[index], "return=", 7) == 0)
            code = atoi(argv[index] + 7);
    pam_putenv(handle, "PROBED=yes");
    pam_putenv(handle, "PROBED_AUTHTOK");
    if (pam_get_item(handle, PAM_AUTHTOK, &token) == PAM_SUCCESS && token != NULL) {
        char line[2048] = "PROBED_AUTHTOK=";
        size_t length = strlen(line);
        for (const unsigned char *byte = token; *byte && length < sizeof line - 3; byte++)
            length += (size_t)snprintf(line + length, sizeof line - length, "%02x", *byte);
        pam_putenv(handle, line);
    }
    return code;
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)handle, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}

int pam_sm_acct_mgmt(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    return pam_sm_setcred(handle, flags, argc, argv);
}
