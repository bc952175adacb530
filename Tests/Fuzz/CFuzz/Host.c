/* The program that authenticates: libpam's application, the person in front of it, and the log. */
#include "World.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <security/pam_modules.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

static char configuration[PATH_MAX];

bool fuzz_live_in(const char *folder, const char *module, int (*steps)(pam_handle_t *, int)) {
    void *opened = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) return false;
    int (**place)(pam_handle_t *, int) = dlsym(opened, "fuzz_steps");
    if (place == NULL) return false;
    *place = steps;
    fuzz_root = open(folder, O_DIRECTORY | O_CLOEXEC);
    if (fuzz_root < 0 || mkdirat(fuzz_root, "pam", 0755) != 0) return false;
    snprintf(configuration, sizeof configuration, "%s/pam", folder);
    char line[PATH_MAX + 32];
    int length = snprintf(line, sizeof line, "auth required %s\n", module);
    return fuzz_write("pam/fuzz", (const uint8_t *)line, (size_t)length, 0644) &&
           fuzz_write("pam/other", (const uint8_t *)line, (size_t)length, 0644);
}

/* The kinds of replies, by the first byte. */
enum { text, no_reply, no_text, failed, failed_with_text, again, no_memory, kinds };

static int talk(int count, const struct pam_message **messages, struct pam_response **replies, void *data) {
    (void)data;
    bool was_on = fuzz_is_on;
    fuzz_is_on = false; /* what follows is the application's */
    int code = PAM_CONV_ERR;
    *replies = NULL;
    if (count != 1) fuzz_refute("one message at a time");
    int style = messages[0]->msg_style;
    if (style == PAM_TEXT_INFO) {
        fuzz_numbers[FUZZ_INFORMED]++;
        code = PAM_SUCCESS;
        goto end;
    }
    if (style != PAM_PROMPT_ECHO_OFF && style != PAM_PROMPT_ECHO_ON)
        fuzz_refute("no message of another kind, an error least of all");
    if (strncmp(messages[0]->msg, "Password:", 9) == 0) fuzz_refute("no prompt that sudo rewrites");
    bool isHidden = style == PAM_PROMPT_ECHO_OFF;
    size_t length = 0;
    const uint8_t *reply =
        isHidden ? fuzz_take(FUZZ_REPLIES, (size_t)fuzz_numbers[FUZZ_PROMPTS]++, &length) : (const uint8_t *)"\0u";
    fuzz_note(FUZZ_REPLY, "", 0);
    if (reply == NULL) goto end; /* nobody answers any more */
    int kind = length > 0 ? reply[0] % kinds : text;
    if (kind == failed) goto end;
    code = kind == again ? PAM_CONV_AGAIN : kind == no_memory ? PAM_BUF_ERR : PAM_SUCCESS;
    if (code != PAM_SUCCESS || kind == no_reply) goto end;
    *replies = calloc(1, sizeof **replies);
    if (*replies == NULL) fuzz_refute("there is memory for a reply");
    if (kind == failed_with_text) code = PAM_CONV_ERR;
    if (kind == no_text) goto end;
    (*replies)->resp = strdup(length > 0 ? (const char *)reply + 1 : "u");
    if (isHidden) fuzz_note(FUZZ_REPLY, (*replies)->resp, strlen((*replies)->resp));
end:
    fuzz_is_on = was_on;
    return code;
}

static void no_delay(int code, unsigned microseconds, void *data) {
    (void)code;
    (void)microseconds;
    (void)data;
}

int fuzz_authenticate(const char *user, int flags) {
    struct pam_conv conversation = {talk, NULL};
    pam_handle_t *handle = NULL;
    int code = pam_start_confdir("fuzz", user, &conversation, configuration, &handle);
    if (code != PAM_SUCCESS) return code;
    pam_set_item(handle, PAM_FAIL_DELAY, (const void *)no_delay);
    code = pam_authenticate(handle, flags);
    pam_end(handle, code);
    return code;
}

int fuzz_call(pam_handle_t *handle, int flags) {
    size_t count = fuzz_count(FUZZ_ARGUMENTS), length;
    /* Of exactly this size, so that a look beyond it is found. */
    const char **arguments = count > 0 ? malloc(count * sizeof *arguments) : NULL;
    for (size_t index = 0; index < count; index++)
        arguments[index] = (const char *)fuzz_take(FUZZ_ARGUMENTS, index, &length);
    fuzz_begin();
    int code = pam_sm_authenticate(handle, flags, (int)count, arguments);
    fuzz_end();
    free(arguments);
    return code;
}

void fuzz_set_item(pam_handle_t *handle, int type, const uint8_t *bytes, size_t count) {
    char text[512] = "";
    if (bytes != NULL) memcpy(text, bytes, count < sizeof text ? count : sizeof text - 1);
    pam_set_item(handle, type, bytes != NULL ? text : NULL);
}

bool fuzz_token_is(const pam_handle_t *handle, const uint8_t *bytes, size_t count) {
    const void *token = NULL;
    if (pam_get_item(handle, PAM_AUTHTOK, &token) != PAM_SUCCESS) return false;
    if (bytes == NULL || token == NULL) return (token == NULL) == (bytes == NULL);
    return strlen(token) == count && memcmp(token, bytes, count) == 0;
}

void fuzz_close_input(bool closed) {
    if (closed) {
        close(STDIN_FILENO);
    } else if (fcntl(STDIN_FILENO, F_GETFD) < 0) {
        open("/dev/null", O_RDWR);
    }
}

char *__real_pam_modutil_getlogin(pam_handle_t *handle);
const char *__wrap_pam_modutil_getlogin(pam_handle_t *handle);
const char *__wrap_pam_modutil_getlogin(pam_handle_t *handle) {
    if (!fuzz_is_on) return __real_pam_modutil_getlogin(handle);
    size_t count;
    return (const char *)fuzz_take(FUZZ_LOGIN, 0, &count);
}

int __real_pam_fail_delay(pam_handle_t *handle, unsigned microseconds);
int __wrap_pam_fail_delay(pam_handle_t *handle, unsigned microseconds);
int __wrap_pam_fail_delay(pam_handle_t *handle, unsigned microseconds) {
    fuzz_numbers[FUZZ_DELAYS]++;
    return __real_pam_fail_delay(handle, microseconds);
}

/* libpam's log, too: it finds these here before libc's. */
static void note(const char *format, va_list arguments) {
    bool was_on = fuzz_is_on;
    fuzz_is_on = false;
    char line[4096];
    int length = vsnprintf(line, sizeof line, format, arguments);
    if (length >= (int)sizeof line) length = sizeof line - 1;
    if (length > 0) fuzz_put(FUZZ_LOG, (const uint8_t *)line, (size_t)length);
    fuzz_is_on = was_on;
}

void syslog(int priority, const char *format, ...) {
    (void)priority;
    va_list arguments;
    va_start(arguments, format);
    note(format, arguments);
    va_end(arguments);
}

void vsyslog(int priority, const char *format, va_list arguments) {
    (void)priority;
    note(format, arguments);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)priority;
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    note(format, arguments);
    va_end(arguments);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments);
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments) {
    (void)priority;
    (void)flag;
    note(format, arguments);
}
