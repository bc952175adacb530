/*
 * Cases of libpamtest, which compares the codes itself. Usage:
 *
 *   pamtest SERVICE USER FLAGS CODE [REPLY...]
 *
 * pam_authenticate has to give CODE where the prompts get the replies in turn; further prompts get no
 * text. After a success an account and its credentials have to be right too. What was told besides
 * prompts is written, one line each; the exit status is 0 if all was as it had to be.
 */
#include <err.h>
#include <libpamtest.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 16

int main(int count, char **arguments)
{
    static const char *replies[MOST + 1];
    static char texts[2][MOST][PAM_MAX_MSG_SIZE];
    static char *notices[MOST + 1], *problems[MOST + 1];
    struct pamtest_conv_data data = {.in_echo_off = replies, .out_err = problems, .out_info = notices};

    if (count < 5 || count > 5 + MOST)
        errx(2, "see the comment in the source");
    for (int index = 0; index < MOST; index++) {
        replies[index] = index + 5 < count ? arguments[index + 5] : NULL;
        notices[index] = texts[0][index];
        problems[index] = texts[1][index];
    }
    int flags = atoi(arguments[3]), code = atoi(arguments[4]);
    struct pam_testcase right[] = {
        pam_test_flags(PAMTEST_AUTHENTICATE, PAM_SUCCESS, flags), pam_test(PAMTEST_ACCOUNT, PAM_SUCCESS),
        pam_test_flags(PAMTEST_SETCRED, PAM_SUCCESS, PAM_ESTABLISH_CRED),
        pam_test_flags(PAMTEST_SETCRED, PAM_SUCCESS, PAM_DELETE_CRED)};
    struct pam_testcase refused[] = {pam_test_flags(PAMTEST_AUTHENTICATE, code, flags)};
    enum pamtest_err found = code == PAM_SUCCESS
        ? run_pamtest(arguments[1], arguments[2], &data, right, NULL)
        : run_pamtest(arguments[1], arguments[2], &data, refused, NULL);
    for (int index = 0; index < MOST; index++) {
        if (*notices[index])
            puts(notices[index]);
        if (*problems[index])
            puts(problems[index]);
    }
    if (found == PAMTEST_ERR_OK)
        return 0;
    const struct pam_testcase *failed = code == PAM_SUCCESS ? pamtest_failed_case(right) : pamtest_failed_case(refused);
    errx(1, "%s: %d instead of %d", pamtest_strerror(found), failed ? failed->op_rv : -1, failed ? failed->expected_rv : -1);
}
