/*
 * A display manager's session worker, as GDM's: what PAM says goes to a greeter on standard output, one
 * line each, and the greeter's answers come on standard input. Everything is answered, notices too, and
 * while it waits the greeter may cancel. One process serves one conversation after the other.
 *
 * From the greeter:  begin SERVICE [USER]      without a user PAM asks for the name
 *                    answer [TEXT]             to what was asked, or to go on after a notice
 *                    cancel                    the conversation fails
 * To the greeter:    secret TEXT, question TEXT, notice TEXT, problem TEXT, result CODE
 *
 * CODE is that of the first of pam_authenticate, pam_acct_mgmt and pam_setcred that fails, or 0.
 */
#include <err.h>
#include <security/pam_appl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    [PAM_PROMPT_ECHO_OFF] = "secret", [PAM_PROMPT_ECHO_ON] = "question",
    [PAM_ERROR_MSG] = "problem", [PAM_TEXT_INFO] = "notice"};

/* Reads a line of the greeter's; it is gone when there is none. */
static void read_line(char *line, int size)
{
    if (!fgets(line, size, stdin))
        exit(0);
    line[strcspn(line, "\n")] = 0;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **result, void *data)
{
    char line[1024];

    (void)data;
    *result = calloc((size_t)count, sizeof **result);
    for (int index = 0; index < count; index++) {
        int style = messages[index]->msg_style;
        printf("%s %s\n", kinds[style], messages[index]->msg);
        read_line(line, sizeof line);
        if (strncmp(line, "answer", 6) != 0) {
            free(*result);
            *result = NULL;
            return PAM_CONV_ERR;
        }
        if (style == PAM_PROMPT_ECHO_OFF || style == PAM_PROMPT_ECHO_ON)
            (*result)[index].resp = strdup(line[6] ? line + 7 : "");
    }
    return PAM_SUCCESS;
}

static int run(const char *service, const char *user)
{
    struct pam_conv conversation = {converse, NULL};
    pam_handle_t *handle = NULL;
    int code = pam_start(service, user, &conversation, &handle);

    if (code != PAM_SUCCESS)
        errx(2, "pam_start");
    pam_set_item(handle, PAM_TTY, ":0");
    pam_set_item(handle, PAM_USER_PROMPT, "Username:");
    code = pam_authenticate(handle, 0);
    if (code == PAM_SUCCESS)
        code = pam_acct_mgmt(handle, 0);
    if (code == PAM_SUCCESS)
        code = pam_setcred(handle, PAM_ESTABLISH_CRED);
    pam_end(handle, code);
    return code;
}

int main(void)
{
    char line[1024];

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (;;) {
        read_line(line, sizeof line);
        char *word = strtok(line, " "), *service = strtok(NULL, " "), *user = strtok(NULL, " ");
        if (!word || strcmp(word, "begin") != 0 || !service)
            errx(2, "no such step");
        printf("result %d\n", run(service, user));
    }
}
