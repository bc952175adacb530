#include "PAMHost.h"

#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

static _Thread_local char lines[16384];
static _Thread_local size_t length;
static _Thread_local unsigned int delay;
static _Thread_local char token[256];
static _Thread_local bool has_token;

void pam_host_begin(void) {
    length = delay = 0;
    lines[0] = '\0';
    has_token = false;
}

const char *pam_host_log(void) { return lines; }

const char *pam_host_token(void) { return has_token ? token : NULL; }

int pam_host_note_token(pam_handle_t *handle, int flags, int count, const char **words) {
    const void *item = NULL;
    (void)flags, (void)count, (void)words;
    has_token = pam_get_item(handle, PAM_AUTHTOK, &item) == PAM_SUCCESS && item != NULL;
    if (has_token) snprintf(token, sizeof token, "%s", (const char *)item);
    return PAM_IGNORE;
}

unsigned int pam_host_delay(void) { return delay; }

static void add(const char *format, va_list values) {
    int written = vsnprintf(lines + length, sizeof lines - length, format, values);
    if (written > 0 && (size_t)written < sizeof lines - length) length += (size_t)written;
}

static void add_text(const char *format, ...) {
    va_list values;
    va_start(values, format);
    add(format, values);
    va_end(values);
}

void pam_syslog(const pam_handle_t *handle, int priority, const char *format, ...) {
    va_list values;
    (void)handle;
    add_text("%d ", priority);
    va_start(values, format);
    add(format, values);
    va_end(values);
    add_text("\n");
}

int pam_fail_delay(pam_handle_t *handle, unsigned int microseconds) {
    (void)handle;
    delay = microseconds;
    return PAM_SUCCESS;
}
